/* Columns that have the same name. A table may have them; a model may not. */
#ifndef LAB_TERM_SAME_NAMES_H
#define LAB_TERM_SAME_NAMES_H

#include "columns.h"

/* The next column after this one that is called the same; the number of columns if there is none. */
size_t term_column_again(const io_source *source, size_t column);

/* Have the features and targets different names? If not, says which have not. */
bool term_names_differ(const io_source *source, const char *path, const term_columns *columns, io_error *error);

#endif
