/* Reading and writing model files, with error messages. */
#ifndef LAB_CLI_MODEL_FILES_H
#define LAB_CLI_MODEL_FILES_H

#include "io/source.h"
#include "labrbf/labrbf.h"

/* Reads a model; NULL with `error` filled if that fails. */
labrbf_model *cli_model_load(const char *path, io_error *error);

/* Can a model be written to `path`? Asked before the long work; tries a small file in the same folder. */
bool cli_model_can_save(const char *path, io_error *error);

bool cli_model_save(const labrbf_model *model, const char *path, io_error *error);

/* Bytes of a model file; 0 if it is no regular file. */
size_t cli_model_file_size(const char *path);

/* Why training ended, in one word: "tolerance", "supports", "rounds", "interrupted". */
const char *cli_stop_word(labrbf_status stopped);

#endif
