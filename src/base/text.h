/* text.h - NUL-terminated text in fixed-size fields; file names. */
#ifndef RDL_BASE_TEXT_H
#define RDL_BASE_TEXT_H

#include <stdbool.h>
#include <string.h>

/* Cuts off what does not fit; NULL counts as empty. */
static inline void rdl_text_copy(char *to, const char *from, size_t size)
{
    size_t n = 0;

    /* Not strnlen: gcc's -fsanitize=address takes it for an overread of a
     * constant. */
    for (; from != NULL && n < size - 1 && from[n] != '\0'; n++)
        to[n] = from[n];
    to[n] = '\0';
}

/* Appends a number; the text has room for 20 digits. */
static inline void rdl_text_number(char *text, unsigned long number)
{
    char digits[21];
    size_t n = sizeof(digits);

    digits[--n] = '\0';
    do
        digits[--n] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    strcat(text, digits + n);
}

/* Makes the text fit for one line of a terminal: white space becomes a blank,
 * any other control character (C1 too, in UTF-8) '?'.  True if it changed. */
static inline bool rdl_text_clean(char *text)
{
    bool changed = false;

    for (unsigned char *c = (unsigned char *)text; *c != '\0'; c++) {
        bool c1 = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;

        if (!c1 && *c >= ' ' && *c != 0x7f)
            continue;
        changed = true;
        if (c1)
            *c++ = '?';
        *c = *c >= '\t' && *c <= '\r' ? ' ' : '?';
    }
    return changed;
}

/* The part of the path after its last slash. */
static inline const char *rdl_text_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* Does the text begin with one of the n prefixes? */
static inline bool rdl_text_begins(const char *text, const char *const *with,
                                   size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strncmp(text, with[i], strlen(with[i])) == 0)
            return true;
    }
    return false;
}

#endif
