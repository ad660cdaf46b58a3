/* The table of commands, and the way from argv to one of them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "args.h"
#include "command.h"
#include "help.h"
#include "message.h"
#include "suggest.h"

const cli_command *const cli_commands[] = {
    &cli_command_fit, &cli_command_predict, &cli_command_eval, &cli_command_info, NULL,
};

const cli_command *cli_command_find(const char *name) {
    for (const cli_command *const *c = cli_commands; *c; c++)
        if (strcmp((*c)->name, name) == 0)
            return *c;
    return NULL;
}

static int unknown_command(const char *name) {
    cli_suggestion near = cli_suggest(name);
    for (const cli_command *const *c = cli_commands; *c; c++)
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

static int print_version(void) {
    const char *library = labrbf_version();
    if (strcmp(library, LABRBF_VERSION) == 0)
        printf("labrbf %s\n", LABRBF_VERSION);
    else
        printf("labrbf %s (with library %s)\n", LABRBF_VERSION, library);
    return printed();
}

static int print_help(const cli_command *command) {
    if (command)
        cli_help_command(stdout, command);
    else
        cli_help_program(stdout);
    return printed();
}

static int run_command(const cli_command *command, int argc, char **argv) {
    cli_args args;
    int code = cli_args_parse(command, argc, argv, &args);
    if (code == CLI_SUCCESS) {
        if (cli_args_has(&args, "help"))
            code = print_help(command);
        else if (cli_args_has(&args, "version"))
            code = print_version();
        else
            code = command->run(&args);
    }
    cli_args_free(&args);
    return code;
}

static int run_help(int argc, char **argv) {
    if (argc == 0)
        return print_help(NULL);
    if (argc > 1)
        return cli_misuse(NULL, "help is for one command at a time: labrbf help COMMAND");
    const cli_command *command = cli_command_find(argv[0]);
    return command ? print_help(command) : unknown_command(argv[0]);
}

int cli_run(int argc, char **argv) {
    if (argc < 2) {
        cli_help_short(stderr);
        return CLI_MISUSE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0)
        return print_version();
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return run_help(argc - 2, argv + 2);
    const cli_command *command = cli_command_find(name);
    if (command)
        return run_command(command, argc - 2, argv + 2);
    if (name[0] == '-')
        return cli_misuse(NULL, "the command comes first, before options such as '%s': labrbf COMMAND [arguments]",
                          name);
    return unknown_command(name);
}
