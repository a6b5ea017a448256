/* width.c - see width.h.  The widths are those of utf8proc, which follows
 * Unicode's tables. */
#include "util/width.h"

#include "util/utf8.h"

#include <ctype.h>
#include <string.h>
#include <utf8proc.h>

/* The number of bytes of the character that begins here, which is not the end
 * of the text. */
static size_t width_next(const char *text, size_t *columns)
{
    const size_t n = rdl_utf8_length(text);
    utf8proc_int32_t code;

    *columns = 1;
    if (n == 0)
        return 1;
    if (utf8proc_iterate((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)n,
                         &code) > 0)
        *columns = (size_t)utf8proc_charwidth(code);
    return n;
}

size_t rdl_width_of(const char *text, size_t n)
{
    size_t all = 0, columns;

    for (size_t at = 0; at < n && text[at] != '\0'; all += columns)
        at += width_next(text + at, &columns);
    return all;
}

size_t rdl_width(const char *text)
{
    return rdl_width_of(text, (size_t)-1);
}

size_t rdl_width_fit(const char *text, size_t columns)
{
    size_t at = 0, used = 0;

    while (text[at] != '\0') {
        size_t wide, n = width_next(text + at, &wide);

        if ((at > 0 || columns == 0) && used + wide > columns)
            break;
        used += wide;
        at += n;
    }
    return at;
}

void rdl_width_cut(char *text, size_t columns)
{
    /* A character never has more columns than bytes, so there is room. */
    if (rdl_width(text) > columns)
        strcpy(text + rdl_width_fit(text, columns - 3), "...");
}

#define SHORTEST 16 /* columns of a word that is shortened */

/* The longest word that may be shortened; 0: there is none. */
static size_t width_longest(const char *text, size_t *at, size_t *bytes)
{
    size_t longest = 0;

    for (size_t i = 0; text[i] != '\0';) {
        const size_t n = strcspn(text + i, " ");
        const size_t columns = rdl_width_of(text + i, n);

        if (columns > longest && !isdigit((unsigned char)text[i])) {
            longest = columns;
            *at = i;
            *bytes = n;
        }
        i += n;
        i += strspn(text + i, " ");
    }
    return longest > SHORTEST + 1 ? longest : 0;
}

void rdl_width_shorten(char *text, size_t columns)
{
    static const char mark[] = "\u2026";
    size_t at, bytes, wide, all;

    while ((all = rdl_width(text)) > columns &&
           (wide = width_longest(text, &at, &bytes)) > 0) {
        const size_t over = all - columns;
        /* It loses three columns at least, which is room for the mark. */
        size_t left = wide > SHORTEST + over ? wide - over : SHORTEST;
        size_t head, tail;

        left = left < wide - 2 ? left : wide - 2;
        head = at + rdl_width_fit(text + at, left / 2);
        tail = head;
        while (rdl_width_of(text + tail, at + bytes - tail) >
               left - left / 2 - 1)
            tail += rdl_width_fit(text + tail, 1);
        memcpy(text + head, mark, sizeof(mark) - 1);
        memmove(text + head + sizeof(mark) - 1, text + tail,
                strlen(text + tail) + 1);
    }
}
