/* The way from argv to one of a program's commands. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "command.h"
#include "help.h"
#include "message.h"
#include "suggest.h"

static const cli_command *find(const cli_program *program, const char *name) {
    for (const cli_command *const *c = program->commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static int unknown_command(const cli_program *program, const char *name) {
    cli_suggestion near = cli_suggest(name);
    for (const cli_command *const *c = program->commands; *c; c++)
        cli_suggest_offer(&near, (*c)->name);
    cli_suggest_offer(&near, "help");
    if (near.best)
        return cli_misuse(NULL, "there is no command '%s'; did you mean '%s'?", name, near.best);
    return cli_misuse(NULL, "there is no command '%s'", name);
}

/* Text for people that went to standard output: did it get there? */
static int printed(void) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return CLI_SUCCESS;
    return cli_failure(NULL, "cannot write standard output: %s", strerror(errno));
}

static int print_version(const cli_program *program) {
    const char *library = labrbf_version();
    if (strcmp(library, LABRBF_VERSION) == 0)
        printf("%s %s\n", program->name, LABRBF_VERSION);
    else
        printf("%s %s (with library %s)\n", program->name, LABRBF_VERSION, library);
    return printed();
}

static int print_help(const cli_program *program, const cli_command *command) {
    if (command)
        cli_help_command(stdout, program, command);
    else
        cli_help_program(stdout, program);
    return printed();
}

/* A file that is opened where a standard stream was closed would get what is meant for the stream. So such streams are
 * opened in the direction in which they are not used: reading or writing them fails as before. */
static void fill_closed_streams(void) {
    for (int stream = 0; stream <= 2; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            (void)open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

static int run_command(const cli_program *program, const cli_command *command, int argc, char **argv) {
    cli_args args;
    int code = cli_args_parse(command, argc, argv, &args);
    if (code == CLI_SUCCESS) {
        if (cli_args_has(&args, "help"))
            code = print_help(program, command);
        else if (cli_args_has(&args, "version"))
            code = print_version(program);
        else
            code = command->run(&args);
    }
    cli_args_free(&args);
    return code;
}

static int run_help(const cli_program *program, int argc, char **argv) {
    if (argc == 0)
        return print_help(program, NULL);
    if (argc > 1)
        return cli_misuse(NULL, "help is for one command at a time: %s help COMMAND", program->name);
    const cli_command *command = find(program, argv[0]);
    return command ? print_help(program, command) : unknown_command(program, argv[0]);
}

int cli_run(const cli_program *program, int argc, char **argv) {
    fill_closed_streams();
    cli_message_from(program->name);
    if (argc < 2) {
        cli_help_short(stderr, program);
        return CLI_MISUSE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0)
        return print_version(program);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return run_help(program, argc - 2, argv + 2);
    const cli_command *command = find(program, name);
    if (command)
        return run_command(program, command, argc - 2, argv + 2);
    if (name[0] == '-')
        return cli_misuse(NULL, "the command comes first, before options such as '%s': %s COMMAND [arguments]", name,
                          program->name);
    return unknown_command(program, name);
}
