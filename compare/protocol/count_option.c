#include "count_option.h"

#include <errno.h>
#include <stdlib.h>

#include "term/message.h"

int count_option_read(const term_args *args, const char *name, uint64_t least, uint64_t most, uint64_t *out) {
    const char *text = term_args_value(args, name);
    char *end = NULL;
    if (!text)
        return TERM_SUCCESS;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || errno == ERANGE || number < least || number > most)
        return term_misuse(args->command->name, "--%s is '%s', but must be a whole number from %llu to %llu", name,
                           text, (unsigned long long)least, (unsigned long long)most);
    *out = number;
    return TERM_SUCCESS;
}
