/* Shell completions: the commands, their options, the words an option may take, and files. */
#include <stdbool.h>
#include <string.h>

#include "manual.h"
#include "subcommands.h"
#include "term/options.h"

/* The words of a choice, and "auto" where a setting allows it, separated by blanks. Returns whether there are any. */
static bool words(FILE *out, const term_option *option) {
    const char *rest = option->choices, *word;
    size_t length, count = 0;
    while ((length = term_choice_next(&rest, &word)) > 0)
        fprintf(out, "%s%.*s", count++ > 0 ? " " : "", (int)length, word);
    if (option->is_setting && option->setting.allows_auto)
        fprintf(out, "%sauto", count++ > 0 ? " " : "");
    return count > 0;
}

static bool has_words(const term_option *option) {
    return option->choices || (option->is_setting && option->setting.allows_auto);
}

static void command_names(FILE *out) {
    for (const term_command *const *c = labrbf_program.commands; *c; c++)
        fprintf(out, "%s ", (*c)->name);
}

/* ------------------------------------------------------------------------------------------------------- bash */

/* What follows an option that takes a value. */
static void bash_value(FILE *out, const term_option *option) {
    char name[TERM_NAME_TEXT];
    term_option_name(option, name);
    fputs("            ", out);
    if (option->letter)
        fprintf(out, "-%c|", option->letter);
    fprintf(out, "--%s) ", name);
    if (strcmp(option->value, "FILE") == 0) {
        fputs("kind=file ;;\n", out);
        return;
    }
    fputs("kind=word list=\"", out);
    words(out, option);
    fputs("\" ;;\n", out);
}

static void bash_command(FILE *out, const term_command *command) {
    size_t count = term_option_count(command);
    fprintf(out, "    %s)\n        list=\"", command->name);
    for (size_t i = 0; i < count; i++) {
        term_option option = term_option_at(command, i);
        char name[TERM_NAME_TEXT];
        term_option_name(&option, name);
        fprintf(out, "%s--%s", i > 0 ? " " : "", name);
    }
    fputs("\"\n        case $prev in\n", out);
    for (size_t i = 0; i < count; i++) {
        term_option option = term_option_at(command, i);
        if (option.value)
            bash_value(out, &option);
    }
    fputs("        esac ;;\n", out);
}

void completion_bash(FILE *out) {
    fputs("# bash completion for labrbf. Made by labrbf-manual from the tables of the program.\n"
          "_labrbf() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} kind=option list=\n"
          "    if [[ $cur == = ]]; then\n"
          "        cur=\n"
          "    elif [[ $prev == = ]]; then\n"
          "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
          "    fi\n"
          "    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help ]]; then\n"
          "        COMPREPLY=($(compgen -W \"",
          out);
    command_names(out);
    fputs("help --help --version\" -- \"$cur\"))\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          out);
    for (const term_command *const *c = labrbf_program.commands; *c; c++)
        bash_command(out, *c);
    fputs("    esac\n"
          "    if [[ $kind == option && $cur != -* ]]; then\n"
          "        kind=file\n"
          "    fi\n"
          "    if [[ $kind == file ]]; then\n"
          "        compopt -o filenames 2>/dev/null\n"
          "        local IFS=$'\\n'\n"
          "        COMPREPLY=($(compgen -f -- \"$cur\"))\n"
          "    else\n"
          "        COMPREPLY=($(compgen -W \"$list\" -- \"$cur\"))\n"
          "    fi\n"
          "}\n"
          "complete -F _labrbf labrbf\n",
          out);
}

/* -------------------------------------------------------------------------------------------------------- zsh */

/* Text inside '…[text]': quotes, brackets and colons mean something there. */
static void zsh_text(FILE *out, const char *text) {
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (strchr("[]:\\", *text))
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

static void zsh_option(FILE *out, const term_option *option) {
    char name[TERM_NAME_TEXT];
    const char *equals = option->value ? "=" : "";
    term_option_name(option, name);
    fputs("                ", out);
    if (option->letter)
        fprintf(out, "'(-%c --%s)'{-%c,--%s%s}'[", option->letter, name, option->letter, name, equals);
    else
        fprintf(out, "'--%s%s[", name, equals);
    zsh_text(out, option->help);
    fputc(']', out);
    if (option->value) {
        fprintf(out, ":%s:", option->value);
        if (strcmp(option->value, "FILE") == 0) {
            fputs("_files", out);
        } else if (has_words(option)) {
            fputc('(', out);
            words(out, option);
            fputc(')', out);
        }
    }
    fputs("' \\\n", out);
}

static void zsh_command(FILE *out, const term_command *command) {
    size_t count = term_option_count(command), place = 0;
    fprintf(out, "        %s)\n            _arguments -s \\\n", command->name);
    for (size_t i = 0; i < count; i++) {
        term_option option = term_option_at(command, i);
        zsh_option(out, &option);
    }
    for (const term_argument *a = command->arguments; a->name; a++)
        fprintf(out, "                '%zu:%s:_files'%s\n", ++place, a->name, a[1].name ? " \\" : " ;;");
}

void completion_zsh(FILE *out) {
    fputs("#compdef labrbf\n"
          "# zsh completion for labrbf. Made by labrbf-manual from the tables of the program.\n"
          "_labrbf() {\n"
          "    local curcontext=\"$curcontext\" state line\n"
          "    typeset -A opt_args\n"
          "    _arguments -C '(- *)--help[print help]' '(- *)--version[print the version]' '1: :->command' "
          "'*:: :->arguments'\n"
          "    case $state in\n"
          "    command)\n"
          "        local -a commands=(\n",
          out);
    for (const term_command *const *c = labrbf_program.commands; *c; c++)
        fprintf(out, "            '%s:%s'\n", (*c)->name, (*c)->summary);
    fputs("            'help:Print help for a command'\n"
          "        )\n"
          "        _describe command commands ;;\n"
          "    arguments)\n"
          "        case $words[1] in\n",
          out);
    for (const term_command *const *c = labrbf_program.commands; *c; c++)
        zsh_command(out, *c);
    fputs("        help) _values command ", out);
    command_names(out);
    fputs(";;\n"
          "        esac ;;\n"
          "    esac\n"
          "}\n"
          "_labrbf \"$@\"\n",
          out);
}

/* ------------------------------------------------------------------------------------------------------- fish */

static void fish_quoted(FILE *out, const char *text) {
    fputc('\'', out);
    for (; *text; text++) {
        if (strchr("'\\", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
    fputc('\'', out);
}

static void fish_option(FILE *out, const term_command *command, const term_option *option) {
    char name[TERM_NAME_TEXT];
    term_option_name(option, name);
    fprintf(out, "complete -c labrbf -n '__labrbf_command_is %s' -l %s", command->name, name);
    if (option->letter)
        fprintf(out, " -s %c", option->letter);
    if (option->value)
        fputs(strcmp(option->value, "FILE") == 0 ? " -r -F" : " -x", out);
    if (has_words(option)) {
        fputs(" -a '", out);
        words(out, option);
        fputc('\'', out);
    }
    fputs(" -d ", out);
    fish_quoted(out, option->help);
    fputc('\n', out);
}

static void fish_command(FILE *out, const term_command *command) {
    size_t count = term_option_count(command);
    fprintf(out, "complete -c labrbf -f -n '__labrbf_command_is \"\" help' -a %s -d ", command->name);
    fish_quoted(out, command->summary);
    fputc('\n', out);
    for (size_t i = 0; i < count; i++) {
        term_option option = term_option_at(command, i);
        fish_option(out, command, &option);
    }
}

void completion_fish(FILE *out) {
    fputs("# fish completion for labrbf. Made by labrbf-manual from the tables of the program.\n"
          "# Is the command one of these? \"\" stands for none so far.\n"
          "function __labrbf_command_is\n"
          "    set -l typed (commandline -opc)\n"
          "    contains -- \"$typed[2]\" $argv\n"
          "end\n"
          "complete -c labrbf -f -n '__labrbf_command_is \"\"' -a help -d 'Print help for a command'\n"
          "complete -c labrbf -f -n '__labrbf_command_is \"\"' -s h -l help -d 'print help'\n"
          "complete -c labrbf -f -n '__labrbf_command_is \"\"' -l version -d 'print the version'\n",
          out);
    for (const term_command *const *c = labrbf_program.commands; *c; c++)
        fish_command(out, *c);
}
