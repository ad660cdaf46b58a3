#include "help.h"

#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "options.h"

enum { WIDEST = 100, NARROWEST = 40, NO_TERMINAL = 80, OPTION_COLUMN = 28, NAME_COLUMN = 12, FIRST_EXAMPLES = 3 };

int term_terminal_width(FILE *file) {
    struct winsize size;
    int descriptor = fileno(file);
    if (descriptor < 0 || !isatty(descriptor))
        return 0;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : NO_TERMINAL;
}

static int text_width(FILE *out) {
    int width = term_terminal_width(out);
    if (width == 0)
        return NO_TERMINAL;
    return width > WIDEST ? WIDEST : width < NARROWEST ? NARROWEST : width;
}

/* Length of the next word. What stands in brackets stays together, if it fits into `room` columns. */
static int word_length(const char *text, int room) {
    int length = (int)strcspn(text, " ");
    const char *end = text[0] == '[' ? strchr(text, ']') : NULL;
    if (!end)
        return length;
    int whole = (int)(end - text) + (int)strcspn(end, " ");
    return whole <= room ? whole : length;
}

/* Prints words from column `at` on; lines after the first begin at `indent`. Ends the line. */
static void wrap(FILE *out, const char *text, int at, int indent) {
    int width = text_width(out);
    bool first = true;
    while (*text) {
        int length = word_length(text, width - indent);
        if (!first && at + 1 + length > width) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
            first = true;
        }
        fprintf(out, "%s%.*s", first ? "" : " ", length, text);
        at += length + !first;
        first = false;
        text += length;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}

static void paragraphs(FILE *out, const char *const *texts) {
    for (; *texts; texts++) {
        fputc('\n', out);
        wrap(out, *texts, 0, 0);
    }
}

void term_help_entry(FILE *out, const char *name, const char *text, int column) {
    int at = fprintf(out, "  %s", name);
    if (at + 2 > column) {
        fputc('\n', out);
        at = 0;
    }
    at += fprintf(out, "%*s", column - at, "");
    wrap(out, text, at, column);
}

static void range_text(const labrbf_setting_info *s, char *text, size_t capacity) {
    static const double boundless = 1e12;
    const char *automatic = s->allows_auto ? " or auto" : "";
    if (s->type == LABRBF_SETTING_CHOICE)
        text[0] = '\0';
    else if (s->maximum >= boundless)
        snprintf(text, capacity, "at least %g%s; ", s->minimum, automatic);
    else
        snprintf(text, capacity, "%g to %.15g%s; ", s->minimum, s->maximum, automatic);
}

void term_option_facts(const term_option *option, char text[TERM_FACTS_TEXT]) {
    const labrbf_setting_info *s = &option->setting;
    char range[128];
    range_text(s, range, sizeof range);
    bool same = strcmp(s->default_text, s->paper_text) == 0;
    snprintf(text, TERM_FACTS_TEXT, "%sdefault %s%s%s", range, s->default_text, same ? "" : ", paper ",
             same ? "" : s->paper_text);
}

static void option_entry(FILE *out, const term_option *option) {
    char name[TERM_NAME_TEXT], shown[256], facts[TERM_FACTS_TEXT], text[1024];
    char letter[5] = "    ";
    term_option_name(option, name);
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    const char *value = option->choices ? option->choices : option->value;
    snprintf(shown, sizeof shown, "%s--%s%s%s", letter, name, value ? " " : "", value ? value : "");
    if (option->is_setting) {
        term_option_facts(option, facts);
        snprintf(text, sizeof text, "%s [%s]", option->help, facts);
    }
    term_help_entry(out, shown, option->is_setting ? text : option->help, OPTION_COLUMN);
}

static void first_options(FILE *out, const term_command *command) {
    fputs("\nOptions to begin with:\n", out);
    size_t count = term_option_count(command);
    for (size_t i = 0; i < count; i++) {
        term_option option = term_option_at(command, i);
        if (option.first)
            option_entry(out, &option);
    }
}

static void all_options(FILE *out, const term_command *command) {
    term_option option;
    for (const term_group *group = term_option_groups(command); group->title; group++) {
        size_t place = 0;
        fprintf(out, "\n%s:\n", group->title);
        while (term_group_next(command, group, &place, &option))
            option_entry(out, &option);
    }
}

static void examples(FILE *out, const term_example *example, size_t most) {
    fputs("\nExamples:\n", out);
    for (size_t i = 0; i < most && example[i].line; i++) {
        fprintf(out, "  %s\n      ", example[i].line);
        wrap(out, example[i].text, 6, 6);
    }
}

static void usage(FILE *out, const term_program *program, const term_command *command) {
    char text[512];
    fputs("Usage: ", out);
    snprintf(text, sizeof text, "%s %s %s", program->name, command->name, command->usage);
    wrap(out, text, 7, 14);
    fprintf(out, "\n%s.\n", command->summary);
}

static void arguments(FILE *out, const term_command *command) {
    if (command->arguments->name)
        fputs("\nArguments:\n", out);
    for (const term_argument *a = command->arguments; a->name; a++)
        term_help_entry(out, a->name, a->help, OPTION_COLUMN);
}

void term_help_complete(FILE *out, const term_program *program, const term_command *command) {
    usage(out, program, command);
    paragraphs(out, command->description);
    arguments(out, command);
    all_options(out, command);
    examples(out, command->examples, SIZE_MAX);
}

void term_help_command(FILE *out, const term_program *program, const term_command *command) {
    if (!command->groups) {
        term_help_complete(out, program, command);
        return;
    }
    usage(out, program, command);
    paragraphs(out, (const char *const[]){command->description[0], NULL});
    arguments(out, command);
    first_options(out, command);
    examples(out, command->examples, FIRST_EXAMPLES);
    fprintf(out, "\nThe complete help, with all options: %s %s --help-all\n", program->name, command->name);
}

/* Where the texts beside the names of commands begin: as usual, or further right if a name is long. */
static int name_column(const term_program *program) {
    int column = NAME_COLUMN;
    for (const term_command *const *c = program->commands; *c; c++)
        if ((int)strlen((*c)->name) + 4 > column)
            column = (int)strlen((*c)->name) + 4;
    return column;
}

static void command_list(FILE *out, const term_program *program) {
    fputs("Commands:\n", out);
    for (const term_command *const *c = program->commands; *c; c++)
        term_help_entry(out, (*c)->name, (*c)->summary, name_column(program));
}

void term_help_short(FILE *out, const term_program *program) {
    fprintf(out, "Usage: %s COMMAND [arguments]\n\n", program->name);
    command_list(out, program);
    fprintf(out, "\nTry '%s --help', or '%s COMMAND --help'.\n", program->name, program->name);
}

void term_help_program(FILE *out, const term_program *program) {
    fprintf(out, "Usage: %s COMMAND [arguments]\n       %s COMMAND --help\n", program->name, program->name);
    paragraphs(out, program->about);
    fputc('\n', out);
    command_list(out, program);
    fputs("\nOptions:\n", out);
    term_help_entry(out, "-h, --help", "print this help, or that of a command, and exit", OPTION_COLUMN);
    term_help_entry(out, "    --version", "print the version and exit", OPTION_COLUMN);
    paragraphs(out, program->notes);
    fputs("\nExit codes:\n", out);
    for (const term_example *e = program->exit_codes; e->line; e++)
        term_help_entry(out, e->line, e->text, NAME_COLUMN);
    fputs("\nFirst steps:\n", out);
    for (const char *const *line = program->first_steps; *line; line++)
        fprintf(out, "  %s\n", *line);
}
