#include "model_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/output.h"
#include "term/input.h"

/* The message of the library, with the name of the file if it is not in there. */
static void library_error(const char *path, io_error *error) {
    const char *text = labrbf_last_error();
    char shown[TERM_PATH_TEXT];
    term_show_path(path, shown);
    if (strstr(text, path))
        snprintf(error->text, sizeof error->text, "%s", text);
    else
        snprintf(error->text, sizeof error->text, "%s: %s", shown, text);
}

labrbf_model *cli_model_load(const char *path, io_error *error) {
    labrbf_model *model = NULL;
    if (labrbf_model_load(path, NULL, &model) >= 0)
        return model;
    library_error(path, error);
    return NULL;
}

bool cli_model_save(const labrbf_model *model, const char *path, io_error *error) {
    if (labrbf_model_save(model, path) >= 0)
        return true;
    library_error(path, error);
    return false;
}

static bool cannot_write(const char *path, const char *reason, io_error *error) {
    char shown[TERM_PATH_TEXT];
    term_show_path(path, shown);
    snprintf(error->text, sizeof error->text, "cannot write the model to %s: %s", shown, reason);
    return false;
}

/* A device: one byte tells whether it can be written (/dev/full cannot); a terminal or a pipe is not touched. */
static int try_device(const char *path, const struct stat *status) {
    if (S_ISFIFO(status->st_mode) || S_ISSOCK(status->st_mode))
        return 0;
    int file = open(path, O_WRONLY | O_NOCTTY);
    if (file < 0)
        return errno;
    int code = S_ISCHR(status->st_mode) && !isatty(file) && write(file, "", 1) < 0 ? errno : 0;
    close(file);
    return code;
}

static bool folder_exists(const char *path) {
    char folder[4096];
    struct stat status;
    const char *slash = strrchr(path, '/');
    if (!slash)
        return true;
    int length = snprintf(folder, sizeof folder, "%.*s/", (int)(slash - path), path);
    return length > 0 && (size_t)length < sizeof folder && stat(folder, &status) == 0;
}

bool cli_model_can_save(const char *path, io_error *error) {
    struct stat status;
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return cannot_write(path, "it is a folder; give the name of a file in it", error);
    int code = exists && !S_ISREG(status.st_mode) ? try_device(path, &status) : io_output_try(path);
    if (code == ENOENT && !folder_exists(path))
        return cannot_write(path, "there is no such folder", error);
    return code == 0 || cannot_write(path, strerror(code), error);
}

size_t cli_model_file_size(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size : 0;
}

const char *cli_stop_word(labrbf_status stopped) {
    switch (stopped) {
    case LABRBF_DONE_TOLERANCE:
        return "tolerance";
    case LABRBF_DONE_SUPPORTS:
        return "supports";
    case LABRBF_DONE_ROUNDS:
        return "rounds";
    case LABRBF_DONE_CANCELLED:
        return "interrupted";
    default:
        return "unfinished";
    }
}
