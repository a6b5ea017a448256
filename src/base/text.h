/* text.h - text in fixed fields, always ended; names of files. */
#ifndef RDL_BASE_TEXT_H
#define RDL_BASE_TEXT_H

#include <string.h>

/* What does not fit is cut; NULL counts as empty. */
static inline void rdl_text_copy(char *to, const char *from, size_t size)
{
    size_t n = from != NULL ? strnlen(from, size - 1) : 0;

    if (n > 0)
        memcpy(to, from, n);
    to[n] = '\0';
}

/* The path behind its last slash. */
static inline const char *rdl_text_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

#endif
