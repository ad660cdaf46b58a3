/*
 * What the tests of the command line need and a POSIX shell has not:
 *
 *   helper json [KEY ...]          is standard input one JSON object, with these keys at its top?
 *   helper npy                     numbers in CSV from standard input, as an NPY file
 *   helper send SIGNAL TEXT CMD ...  runs CMD and sends it INT, TERM or HUP when TEXT appears on its standard error
 *   helper terminal WIDTH TEXT CMD ...   the same with INT, and a terminal of that width as its standard error
 *   helper unheard CMD ...         runs CMD with a pipe as its standard error that nobody reads
 *   helper memory CMD ...          runs CMD and prints the memory it took, in KiB
 */
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { INPUT_MOST = 1 << 22 };

static _Noreturn void die(const char *what) {
    fprintf(stderr, "helper: %s\n", what);
    exit(99);
}

static char *read_input(void) {
    char *text = malloc(INPUT_MOST);
    if (!text)
        die("out of memory");
    size_t length = fread(text, 1, INPUT_MOST - 1, stdin);
    text[length] = '\0';
    if (strlen(text) != length)
        die("a zero byte in the input");
    return text;
}

/* -------------------------------------------------------------------------------------------------------- json */

typedef struct parser {
    const char *at;
    int depth;
    char **wanted; /* keys to be found at depth 1; a found one becomes NULL */
    int count;
} parser;

static void blanks(parser *p) { p->at += strspn(p->at, " \t\r\n"); }

static void expect(parser *p, char c) {
    if (*p->at != c) {
        fprintf(stderr, "helper: not JSON: expected '%c' before '%.20s'\n", c, p->at);
        exit(1);
    }
    p->at++;
}

static void string(parser *p) {
    expect(p, '"');
    for (; *p->at != '"'; p->at++) {
        if ((unsigned char)*p->at < 32)
            die("not JSON: a control character in a string");
        if (*p->at == '\\' && !strchr("\"\\/bfnrtu", *++p->at))
            die("not JSON: an unknown escape");
    }
    p->at++;
}

/* JSON's own grammar: no leading zeros or plus, a digit on either side of the point. */
static void number(parser *p) {
    p->at += *p->at == '-';
    if (!isdigit((unsigned char)*p->at) || (p->at[0] == '0' && isdigit((unsigned char)p->at[1])))
        die("not JSON: a number is malformed");
    p->at += strspn(p->at, "0123456789");
    if (*p->at == '.') {
        if (!isdigit((unsigned char)*++p->at))
            die("not JSON: no digit after the point");
        p->at += strspn(p->at, "0123456789");
    }
    if (*p->at == 'e' || *p->at == 'E') {
        p->at++;
        p->at += *p->at == '-' || *p->at == '+';
        if (!isdigit((unsigned char)*p->at))
            die("not JSON: an exponent is malformed");
        p->at += strspn(p->at, "0123456789");
    }
}

static void value(parser *p);

static void key(parser *p) {
    const char *begin = p->at + 1;
    string(p);
    size_t length = (size_t)(p->at - begin) - 1;
    for (int i = 0; i < p->count && p->depth == 1; i++)
        if (p->wanted[i] && strlen(p->wanted[i]) == length && memcmp(p->wanted[i], begin, length) == 0)
            p->wanted[i] = NULL;
    blanks(p);
    expect(p, ':');
}

static void members(parser *p, char open, char close) {
    expect(p, open);
    p->depth++;
    blanks(p);
    while (*p->at != close) {
        blanks(p);
        if (open == '{')
            key(p);
        value(p);
        blanks(p);
        if (*p->at != close)
            expect(p, ',');
    }
    p->depth--;
    expect(p, close);
}

static void value(parser *p) {
    static const char *const words[] = {"null", "true", "false"};
    blanks(p);
    if (*p->at == '{' || *p->at == '[') {
        members(p, *p->at, *p->at == '{' ? '}' : ']');
        return;
    }
    if (*p->at == '"') {
        string(p);
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(p->at, words[i], strlen(words[i])) == 0) {
            p->at += strlen(words[i]);
            return;
        }
    number(p);
}

static int check_json(int count, char **keys) {
    char *text = read_input();
    parser p = {.at = text, .wanted = keys, .count = count};
    blanks(&p);
    if (*p.at != '{')
        die("not a JSON object");
    value(&p);
    blanks(&p);
    if (*p.at)
        die("something after the JSON object");
    free(text);
    for (int i = 0; i < count; i++)
        if (keys[i]) {
            fprintf(stderr, "helper: the JSON object has no \"%s\"\n", keys[i]);
            return 1;
        }
    puts("valid JSON");
    return 0;
}

/* --------------------------------------------------------------------------------------------------------- npy */

static int write_npy(void) {
    char *text = read_input(), header[128];
    size_t rows = 0, columns = 1;
    for (char *c = text; *c; c++) {
        columns += *c == ',' && rows == 0;
        rows += *c == '\n';
    }
    int length = snprintf(header, sizeof header, "{'descr': '<f8', 'fortran_order': False, 'shape': (%zu, %zu), }",
                          rows, columns);
    memset(header + length, ' ', sizeof header - (size_t)length);
    header[117] = '\n'; /* with the 10 bytes before it, a multiple of 64 */
    fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, stdout);
    fwrite(header, 1, 118, stdout);
    for (char *at = text; *at; at++) {
        double number = strtod(at, &at);
        fwrite(&number, sizeof number, 1, stdout);
    }
    free(text);
    return 0;
}

/* --------------------------------------------------------------------------------------------- other programs */

/* Starts a program with `error` as its standard error (if it is not negative) and the usual signals. */
static pid_t start(char **command, int error) {
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        die("cannot fork");
    if (child > 0)
        return child;
    signal(SIGINT, SIG_DFL);
    if (error >= 0)
        dup2(error, STDERR_FILENO);
    execvp(command[0], command);
    perror(command[0]);
    _exit(127);
}

static int finish(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            die("cannot wait");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Copies what comes from `from` to standard error; sends the child the signal once, when the cue has come. */
static void watch(int from, const char *cue, pid_t child, int number) {
    char *text = calloc(1, INPUT_MOST);
    size_t length = 0;
    bool sent = false;
    if (!text)
        die("out of memory");
    for (ssize_t got; (got = read(from, text + length, INPUT_MOST - length - 1)) > 0; length += (size_t)got) {
        if (!sent && strstr(text, cue))
            sent = kill(child, number) == 0;
        if (length + (size_t)got >= INPUT_MOST / 2)
            die("too much output");
    }
    fputs(text, stderr);
    free(text);
}

static int number_of(const char *name) {
    static const struct {
        const char *name;
        int number;
    } signals[] = {{"INT", SIGINT}, {"TERM", SIGTERM}, {"HUP", SIGHUP}};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (strcmp(name, signals[i].name) == 0)
            return signals[i].number;
    die("no such signal");
}

static int send(int number, const char *cue, char **command) {
    int ends[2];
    if (pipe(ends) != 0)
        die("no pipe");
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    pid_t child = start(command, ends[1]);
    close(ends[1]);
    watch(ends[0], cue, child, number);
    return finish(child);
}

static int terminal(int width, const char *cue, char **command) {
    int control = posix_openpt(O_RDWR | O_NOCTTY);
    if (control < 0 || grantpt(control) != 0 || unlockpt(control) != 0)
        die("no pseudo-terminal");
    int screen = open(ptsname(control), O_RDWR | O_NOCTTY);
    struct winsize size = {.ws_col = (unsigned short)width, .ws_row = 24};
    if (screen < 0 || ioctl(screen, TIOCSWINSZ, &size) != 0)
        die("no terminal");
    fcntl(control, F_SETFD, FD_CLOEXEC);
    setenv("TERM", "xterm", 1);
    pid_t child = start(command, screen);
    close(screen);
    watch(control, cue, child, SIGINT);
    return finish(child);
}

static int unheard(char **command) {
    int ends[2];
    if (pipe(ends) != 0)
        die("no pipe");
    close(ends[0]);
    return finish(start(command, ends[1]));
}

static int memory(char **command) {
    struct rusage usage;
    int code = finish(start(command, -1));
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0)
        die("no resource usage");
    printf("%ld\n", usage.ru_maxrss);
    return code;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "json") == 0)
        return check_json(argc - 2, argv + 2);
    if (strcmp(what, "npy") == 0)
        return write_npy();
    if (strcmp(what, "send") == 0 && argc > 4)
        return send(number_of(argv[2]), argv[3], argv + 4);
    if (strcmp(what, "unheard") == 0 && argc > 2)
        return unheard(argv + 2);
    if (strcmp(what, "terminal") == 0 && argc > 4)
        return terminal(atoi(argv[2]), argv[3], argv + 4);
    if (strcmp(what, "memory") == 0 && argc > 2)
        return memory(argv + 2);
    die("what should it do?");
}
