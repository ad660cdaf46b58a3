/*
 * The data sets of the paper. None is part of the project: they are looked up in a folder of the user's, as NAME.csv.gz
 * or NAME.csv, and recognised by the SHA-256 of their text. docs/data-sets.md says how each file is made.
 */
#ifndef COMPARE_DATASETS_H
#define COMPARE_DATASETS_H

#include "data.h"

typedef struct dataset {
    const char *name;
    size_t rows, features;
    const char *target;      /* the last column */
    size_t fixed_train_rows; /* see data.h */
    const char *paper;       /* name of the paper's set it stands for: its own, but for variants */
    const char *source;      /* where to get it, in words */
    const char *address;
    const char *sha256; /* of the text, unpacked */
    const char *file;   /* variants that are another set's file: its name, else NULL */
    const char *drop;   /* and the columns they leave out */
} dataset;

extern const dataset datasets[];
extern const size_t n_datasets;
const dataset *datasets_find(const char *name);

/* The folder: what --data says, else the environment variable LABRBF_DATA, else NULL. */
const char *datasets_folder(const char *option);

/* The path of its file in the folder; false if there is none. */
enum { DATASET_PATH = 4096 };
bool datasets_locate(const dataset *set, const char *folder, char path[DATASET_PATH]);

/* Finds the file, checks its text and reads it. `folder` may be NULL. */
bool datasets_read(const dataset *set, const char *folder, data *d, io_error *error);

#endif
