/* parse.c - see parse.h.  Each function reads one kind of word at p->at and
 * moves it on. */
#include "schedule/parse.h"

#include "schedule/quote.h"
#include "util/alloc.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool rdl_parse_fail(struct rdl_parse *p, const char *format, ...)
{
    va_list args;

    if (p->failed)
        return false;
    p->failed = true;
    p->error->line = p->line;
    va_start(args, format);
    vsnprintf(p->error->text, sizeof(p->error->text), format, args);
    va_end(args);
    return false;
}

/* "what: 'the rest of the line'", as much as fits and is printable. */
static bool parse_missing(struct rdl_parse *p, const char *at, const char *what)
{
    char here[25] = "";

    for (size_t i = 0; i + 1 < sizeof(here) && at + i < p->stop; i++)
        here[i] = at[i] >= ' ' && at[i] < 0x7f ? at[i] : '?';
    return rdl_parse_fail(p, "%s: '%s'", what, here);
}

bool rdl_parse_line(struct rdl_parse *p)
{
    const char *newline;

    if (p->next == p->end)
        return false;
    p->line++;
    newline = memchr(p->next, '\n', (size_t)(p->end - p->next));
    if (newline == NULL)
        return rdl_parse_fail(p, "the file is cut off in this line");
    p->at = p->next;
    p->stop = newline;
    p->next = newline + 1;
    return true;
}

bool rdl_parse_text(struct rdl_parse *p, const char *text)
{
    size_t n = strlen(text);

    if ((size_t)(p->stop - p->at) < n || memcmp(p->at, text, n) != 0)
        return rdl_parse_fail(p, "'%s' is missing", text);
    p->at += n;
    return true;
}

bool rdl_parse_space(struct rdl_parse *p)
{
    if (p->at == p->stop)
        return rdl_parse_fail(p, "the line is too short");
    return rdl_parse_text(p, " ");
}

bool rdl_parse_end_of_line(struct rdl_parse *p)
{
    if (p->at != p->stop)
        return parse_missing(p, p->at,
                             "there is something after the end of this line");
    return true;
}

bool rdl_parse_number(struct rdl_parse *p, uint64_t most, uint64_t *out)
{
    const char *begin = p->at;
    uint64_t n = 0;

    while (p->at < p->stop && *p->at >= '0' && *p->at <= '9') {
        uint64_t digit = (uint64_t)(*p->at++ - '0');

        if (n > (UINT64_MAX - digit) / 10)
            return parse_missing(p, begin, "a number is too large");
        n = n * 10 + digit;
    }
    if (p->at == begin)
        return parse_missing(p, begin, "a number is missing");
    if (p->at - begin > 1 && *begin == '0')
        return parse_missing(p, begin, "a number begins with 0");
    if (n > most)
        return rdl_parse_fail(p, "the number %llu is too large",
                              (unsigned long long)n);
    *out = n;
    return true;
}

bool rdl_parse_hex(struct rdl_parse *p, int digits, uint64_t *out)
{
    const char *begin = p->at;
    uint64_t n = 0;

    while (p->at < p->stop && p->at - begin < 16) {
        char c = *p->at;

        if (c >= '0' && c <= '9')
            n = n << 4 | (uint64_t)(c - '0');
        else if (c >= 'a' && c <= 'f')
            n = n << 4 | (uint64_t)(c - 'a' + 10);
        else
            break;
        p->at++;
    }
    if (p->at == begin || (digits != 0 && p->at - begin != digits))
        return parse_missing(p, begin,
                             "a hexadecimal number is missing or has the "
                             "wrong length");
    *out = n;
    return true;
}

bool rdl_parse_quoted(struct rdl_parse *p, struct rdl_bytes *out)
{
    if (!rdl_quote_read(&p->at, p->stop, out))
        return rdl_parse_fail(p, "a text in quotes is missing or damaged");
    return true;
}

bool rdl_parse_string(struct rdl_parse *p, char **out)
{
    struct rdl_bytes bytes;

    if (!rdl_parse_quoted(p, &bytes))
        return false;
    if (strlen(bytes.data) != bytes.size) {
        free(bytes.data);
        return rdl_parse_fail(p, "a text contains \\x00");
    }
    *out = bytes.data;
    return true;
}

bool rdl_parse_name(struct rdl_parse *p, char *out, size_t size)
{
    size_t n = 0;

    while (p->at + n < p->stop &&
           ((p->at[n] >= 'a' && p->at[n] <= 'z') ||
            (p->at[n] >= '0' && p->at[n] <= '9') || p->at[n] == '-'))
        n++;
    if (n == 0)
        return rdl_parse_fail(p, "a name is missing");
    if (n >= size)
        return rdl_parse_fail(p, "the name '%.*s...' is too long", 40, p->at);
    memcpy(out, p->at, n);
    out[n] = '\0';
    p->at += n;
    return true;
}

void *rdl_parse_room(void *array, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return array;
    *room = *room == 0 ? 64 : *room * 2;
    return rdl_grow(array, *room * size);
}
