/* The way from argv to one of a program's commands. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "command.h"
#include "help.h"
#include "interrupt.h"
#include "message.h"
#include "suggest.h"

static const term_command *find(const term_program *program, const char *name) {
    for (const term_command *const *c = program->commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static int unknown_command(const term_program *program, const char *name) {
    term_suggestion near = term_suggest(name);
    for (const term_command *const *c = program->commands; *c; c++)
        term_suggest_offer(&near, (*c)->name);
    term_suggest_offer(&near, "help");
    if (near.best)
        return term_misuse(NULL, "there is no command '%s'; did you mean '%s'?", name, near.best);
    return term_misuse(NULL, "there is no command '%s'", name);
}

/* Text for people that went to standard output: did it get there? */
static int printed(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return TERM_SUCCESS;
    if (errno == EPIPE)
        return TERM_UNREAD;
    return term_failure(NULL, "cannot write standard output: %s", strerror(errno));
}

static int print_version(const term_program *program) {
    const char *library = labrbf_version();
    if (strcmp(library, LABRBF_VERSION) == 0)
        printf("%s %s\n", program->name, LABRBF_VERSION);
    else
        printf("%s %s (with library %s)\n", program->name, LABRBF_VERSION, library);
    return printed();
}

static int print_help(const term_program *program, const term_command *command) {
    if (command)
        term_help_command(stdout, program, command);
    else
        term_help_program(stdout, program);
    return printed();
}

static int print_all(const term_program *program, const term_command *command) {
    term_help_complete(stdout, program, command);
    return printed();
}

/* A file that is opened where a standard stream was closed would get what is meant for the stream. So such streams are
 * opened in the direction in which they are not used: reading or writing them fails as before. */
static void fill_closed_streams(void) {
    for (int stream = 0; stream <= 2; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

static int run_command(const term_program *program, const term_command *command, int argc, char **argv) {
    term_args args;
    int code = term_args_parse(command, argc, argv, &args);
    if (code == TERM_SUCCESS) {
        if (term_args_has(&args, "help-all"))
            code = print_all(program, command);
        else if (term_args_has(&args, "help"))
            code = print_help(program, command);
        else if (term_args_has(&args, "version"))
            code = print_version(program);
        else
            code = command->run(&args);
    }
    term_args_free(&args);
    return code == TERM_INTERRUPTED ? term_interrupt_code() : code;
}

static int run_help(const term_program *program, int argc, char **argv) {
    if (argc == 0)
        return print_help(program, NULL);
    if (argc > 1)
        return term_misuse(NULL, "help is for one command at a time: %s help COMMAND", program->name);
    const term_command *command = find(program, argv[0]);
    return command ? print_help(program, command) : unknown_command(program, argv[0]);
}

int term_run(const term_program *program, int argc, char **argv) {
    fill_closed_streams();
    signal(SIGPIPE, SIG_IGN); /* talk that nobody hears (2>&1 | head) ends no work */
    term_message_from(program->name);
    if (argc < 2) {
        term_help_short(stderr, program);
        return TERM_MISUSE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0)
        return print_version(program);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return run_help(program, argc - 2, argv + 2);
    const term_command *command = find(program, name);
    if (command)
        return run_command(program, command, argc - 2, argv + 2);
    if (name[0] == '-')
        return term_misuse(NULL, "the command comes first, before options such as '%s': %s COMMAND [arguments]", name,
                           program->name);
    return unknown_command(program, name);
}
