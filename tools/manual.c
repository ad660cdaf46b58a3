/*
 * labrbf-manual FOLDER: at build time, writes the pages FOLDER/man/labrbf.1, labrbf-fit.1 … and the completions
 * FOLDER/completion/labrbf (bash), _labrbf (zsh) and labrbf.fish, from the same tables that `labrbf --help` prints, so
 * that they always agree.
 */
#include "manual.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "subcommands.h"
#include "term/help.h"
#include "term/options.h"

/* Text for roff: backslashes and dashes as they are, no line that begins like a request. */
static void roff_piece(FILE *out, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\\')
            fputs("\\e", out);
        else if (text[i] == '-')
            fputs("\\-", out);
        else if (text[i] == '\'')
            fputs("\\(aq", out);
        else if (text[i] == '.' && i == 0)
            fputs("\\&.", out);
        else
            fputc(text[i], out);
    }
}

static void roff(FILE *out, const char *text) { roff_piece(out, text, strlen(text)); }

static void paragraphs(FILE *out, const char *const *texts) {
    for (; *texts; texts++) {
        fputs(".PP\n", out);
        roff(out, *texts);
        fputc('\n', out);
    }
}

static void title(FILE *out, const char *page) {
    fputs(".\\\" Made by labrbf-manual from the tables of the program.\n.TH ", out);
    for (const char *c = page; *c; c++)
        fputc(toupper((unsigned char)*c), out);
    fprintf(out, " 1 \"\" \"labrbf %s\" \"labrbf manual\"\n.SH NAME\n", LABRBF_VERSION);
}

static void tagged(FILE *out, const char *tag, const char *text) {
    fputs(".TP\n.B ", out);
    roff(out, tag);
    fputc('\n', out);
    roff(out, text);
    fputc('\n', out);
}

static void exit_status(FILE *out) {
    fputs(".SH EXIT STATUS\n", out);
    for (const term_example *e = labrbf_program.exit_codes; e->line; e++)
        tagged(out, e->line, e->text);
}

/* "gaussian|exponential" with the words in bold, or the name of the value in italics. */
static void option_value(FILE *out, const term_option *option) {
    const char *rest = option->choices, *word;
    if (!option->choices) {
        fprintf(out, " \\fI%s\\fR", option->value);
        return;
    }
    for (size_t length, count = 0; (length = term_choice_next(&rest, &word)) > 0; count++) {
        fputs(count > 0 ? "\\fR|\\fB" : " \\fB", out);
        roff_piece(out, word, length);
    }
    fputs("\\fR", out);
}

static void option_entry(FILE *out, const term_option *option) {
    char name[TERM_NAME_TEXT], facts[TERM_FACTS_TEXT];
    term_option_name(option, name);
    fputs(".TP\n", out);
    if (option->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
    fputs("\\fB\\-\\-", out);
    roff(out, name);
    fputs("\\fR", out);
    if (option->value)
        option_value(out, option);
    fputc('\n', out);
    roff(out, option->help);
    if (option->is_setting) {
        term_option_facts(option, facts);
        fputs("\n[", out);
        roff(out, facts);
        fputs("]", out);
    }
    fputc('\n', out);
}

static void option_section(FILE *out, const term_command *command) {
    term_option option;
    fputs(".SH OPTIONS\n", out);
    for (const term_group *group = term_option_groups(command); group->title; group++) {
        size_t place = 0;
        if (command->groups)
            fprintf(out, ".SS %s\n", group->title);
        while (term_group_next(command, group, &place, &option))
            option_entry(out, &option);
    }
}

static void examples(FILE *out, const term_example *example) {
    fputs(".SH EXAMPLES\n", out);
    for (; example->line; example++) {
        fputs(".TP\n.B ", out);
        roff(out, example->line);
        fputc('\n', out);
        roff(out, example->text);
        fputc('\n', out);
    }
}

static void see_also(FILE *out, const char *self) {
    fputs(".SH SEE ALSO\n", out);
    if (self)
        fputs(".BR labrbf (1),\n", out);
    for (const term_command *const *c = labrbf_program.commands; *c; c++)
        if (!self || strcmp(self, (*c)->name) != 0)
            fprintf(out, ".BR labrbf\\-%s (1),\n", (*c)->name);
    fputs(".BR labrbf (3)\n", out);
}

static void command_page(FILE *out, const term_command *command) {
    char page[64];
    snprintf(page, sizeof page, "labrbf-%s", command->name);
    title(out, page);
    roff(out, page);
    fprintf(out, " \\- %c%s\n.SH SYNOPSIS\n", tolower((unsigned char)command->summary[0]), command->summary + 1);
    fprintf(out, ".B labrbf %s\n", command->name);
    roff(out, command->usage);
    fputs("\n.SH DESCRIPTION\n", out);
    paragraphs(out, command->description);
    fputs(".SH ARGUMENTS\n", out);
    for (const term_argument *a = command->arguments; a->name; a++)
        tagged(out, a->name, a->help);
    option_section(out, command);
    examples(out, command->examples);
    exit_status(out);
    see_also(out, command->name);
}

static void program_page(FILE *out) {
    title(out, "labrbf");
    fputs("labrbf \\- kernel regression with locally adaptive bandwidths\n"
          ".SH SYNOPSIS\n.B labrbf\n.I COMMAND\n[arguments]\n.br\n.B labrbf\n.I COMMAND\n.B \\-\\-help\n"
          ".br\n.B labrbf \\-\\-version\n.SH DESCRIPTION\n",
          out);
    paragraphs(out, labrbf_program.about);
    paragraphs(out, labrbf_program.notes);
    fputs(".SH COMMANDS\n", out);
    for (const term_command *const *c = labrbf_program.commands; *c; c++) {
        char page[64];
        snprintf(page, sizeof page, "labrbf-%s(1)", (*c)->name);
        tagged(out, page, (*c)->summary);
    }
    fputs(".SH EXAMPLES\n.nf\nlabrbf fit train.csv \\-o model.lab\nlabrbf eval model.lab test.csv\n"
          "labrbf predict model.lab new.csv \\-o predictions.csv\n.fi\n",
          out);
    exit_status(out);
    see_also(out, NULL);
}

/* --------------------------------------------------------------------------------------------------- the files */

static FILE *create(const char *folder, const char *below, const char *file) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, below);
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    snprintf(path, sizeof path, "%s/%s/%s", folder, below, file);
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return out;
}

static void finish(FILE *out) {
    if (fclose(out) != 0) {
        perror("labrbf-manual");
        exit(EXIT_FAILURE);
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("Usage: labrbf-manual FOLDER\n", stderr);
        return TERM_MISUSE;
    }
    FILE *out = create(argv[1], "man", "labrbf.1");
    program_page(out);
    finish(out);
    for (const term_command *const *c = labrbf_program.commands; *c; c++) {
        char file[64];
        snprintf(file, sizeof file, "labrbf-%s.1", (*c)->name);
        out = create(argv[1], "man", file);
        command_page(out, *c);
        finish(out);
    }
    out = create(argv[1], "completion", "labrbf");
    completion_bash(out);
    finish(out);
    out = create(argv[1], "completion", "_labrbf");
    completion_zsh(out);
    finish(out);
    out = create(argv[1], "completion", "labrbf.fish");
    completion_fish(out);
    finish(out);
    return TERM_SUCCESS;
}
