/* append.h - text that grows in a buffer of fixed size; what does not fit is
 * cut off. */
#ifndef RDL_UTIL_APPEND_H
#define RDL_UTIL_APPEND_H

#include <stddef.h>

struct rdl_append {
    char *out;         /* always NUL-terminated */
    size_t size, used; /* size > 0 */
};

/* An empty text. */
struct rdl_append rdl_append_begin(char *out, size_t size);
void __attribute__((format(printf, 2, 3)))
rdl_append(struct rdl_append *a, const char *format, ...);

#endif
