/* Runs a fuzz target over files, without a fuzzer: replay FILE-OR-FOLDER... */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t replayed;

static int failed(const char *path) {
    perror(path);
    return 1;
}

static int replay_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return failed(path);
    uint8_t *data = NULL;
    size_t size = 0, got = 1;
    while (got > 0) {
        uint8_t *larger = realloc(data, size + 4096);
        if (larger == NULL)
            break;
        data = larger;
        got = fread(data + size, 1, 4096, file);
        size += got;
    }
    if (got > 0 || ferror(file) || fclose(file) != 0) {
        free(data);
        return failed(path);
    }
    uint8_t *exact = malloc(size > 0 ? size : 1); /* so that a sanitizer sees a read beyond the end */
    if (exact == NULL) {
        free(data);
        return failed(path);
    }
    memcpy(exact, data, size);
    free(data);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    replayed++;
    return 0;
}

static int replay(const char *path) {
    DIR *folder = opendir(path);
    if (folder == NULL)
        return replay_file(path);
    int status = 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        status |= replay_file(name);
    }
    closedir(folder);
    return status;
}

int main(int argc, char **argv) {
    int status = 0;
    for (int i = 1; i < argc; i++)
        status |= replay(argv[i]);
    printf("%zu inputs\n", replayed);
    return status != 0 || replayed == 0;
}
