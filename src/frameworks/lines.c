/* lines.c - see lines.h. */
#include "frameworks/lines.h"

#include "base/text.h"

#include <string.h>

bool rdl_line_next(const char **rest, struct rdl_line *out)
{
    const size_t n = strcspn(*rest, "\n");

    if (**rest == '\0')
        return false;
    *out = (struct rdl_line){ *rest, n };
    *rest += n + ((*rest)[n] == '\n');
    return true;
}

static bool lines_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

struct rdl_line rdl_line_trim(struct rdl_line l)
{
    while (l.n > 0 && lines_blank(l.at[0])) {
        l.at++;
        l.n--;
    }
    while (l.n > 0 && lines_blank(l.at[l.n - 1]))
        l.n--;
    return l;
}

bool rdl_line_begins(struct rdl_line l, const char *with)
{
    const size_t n = strlen(with);

    return l.n >= n && memcmp(l.at, with, n) == 0;
}

bool rdl_line_ends(struct rdl_line l, const char *with)
{
    const size_t n = strlen(with);

    return l.n >= n && memcmp(l.at + l.n - n, with, n) == 0;
}

bool rdl_line_after(struct rdl_line l, const char *word, struct rdl_line *out)
{
    const size_t n = strlen(word);
    const char *found = memmem(l.at, l.n, word, n);

    if (found == NULL)
        return false;
    *out = (struct rdl_line){ found + n, l.n - (size_t)(found + n - l.at) };
    return true;
}

/* A path that is too long loses its first folders. */
static void lines_file(struct rdl_failure *out, const char *at, size_t n)
{
    while (n >= sizeof(out->file)) {
        const char *slash = memchr(at, '/', n);
        const size_t cut = slash != NULL ? (size_t)(slash + 1 - at)
                                         : n - (sizeof(out->file) - 1);

        at += cut;
        n -= cut;
    }
    memcpy(out->file, at, n);
    out->file[n] = '\0';
    rdl_text_clean(out->file);
}

/* The number that ends just before `end`, after a colon; 0: there is none. */
static unsigned lines_number(const char *begin, const char *end,
                             const char **colon)
{
    const char *at = end;
    unsigned long number = 0;

    while (at > begin && at[-1] >= '0' && at[-1] <= '9')
        at--;
    if (at == end || end - at > 7 || at - begin < 2 || at[-1] != ':')
        return 0;
    *colon = at - 1;
    for (; at < end; at++)
        number = number * 10 + (unsigned long)(*at - '0');
    return (unsigned)number;
}

bool rdl_line_place(struct rdl_line l, const char *then,
                    struct rdl_failure *out, struct rdl_line *rest)
{
    struct rdl_line after = l;

    while (rdl_line_after(after, then, &after)) {
        const char *end = after.at - strlen(then), *colon;
        const unsigned line = lines_number(l.at, end, &colon);

        if (line == 0)
            continue;
        lines_file(out, l.at, (size_t)(colon - l.at));
        out->line = line;
        *rest = after;
        return true;
    }
    return false;
}

void rdl_failure_add(struct rdl_failure *f, const char *between,
                     struct rdl_line l)
{
    const struct rdl_line t = rdl_line_trim(l);
    size_t used = strlen(f->text), n = t.n;

    if (n == 0)
        return;
    if (used > 0) {
        rdl_text_copy(f->text + used, between, sizeof(f->text) - used);
        used = strlen(f->text);
    }
    if (n > sizeof(f->text) - 1 - used)
        n = sizeof(f->text) - 1 - used;
    memcpy(f->text + used, t.at, n);
    f->text[used + n] = '\0';
    rdl_text_clean(f->text + used);
}

void rdl_failure_join(struct rdl_failure *f, struct rdl_line l)
{
    const size_t n = strlen(f->text);

    rdl_failure_add(f, n > 0 && f->text[n - 1] == ':' ? " " : ", ", l);
}
