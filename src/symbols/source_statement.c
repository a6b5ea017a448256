/* source_statement.c - the statement around a place of the source, for whoever
 * has to read it: see source.h.
 *
 * No parser: the text between the nearest two of ; { and }, a few lines at
 * most, with nothing in place of comments and of what strings hold. */
#include "symbols/source.h"

#include "util/regular_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AROUND 4      /* lines that are read before and after */
#define MOST_BODY 200 /* lines of a function */
#define WINDOW 8192   /* bytes of them */

struct window {
    char text[WINDOW];
    size_t n;
    size_t begin, end; /* of the line that was asked for */
};

/* Reads the lines; false if there are not so many. */
static bool statement_window_read(struct window *w, FILE *file, unsigned first,
                                  unsigned line, unsigned last)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t n;

    for (unsigned i = 1; i <= last; i++) {
        n = getline(&text, &room, file);
        if (n <= 0)
            break;
        if (i < first)
            continue;
        if (w->n + (size_t)n >= sizeof(w->text))
            break;
        if (i == line)
            w->begin = w->n;
        memcpy(w->text + w->n, text, (size_t)n);
        w->n += (size_t)n;
        if (i == line)
            w->end = w->n;
    }
    free(text);
    return w->end > 0;
}

/* Where a comment or a string that begins at `i` ends; i: none does. */
static size_t statement_window_skip(const struct window *w, size_t i)
{
    const char *t = w->text;
    size_t k = i + 1;

    if (t[i] == '"' || t[i] == '\'') {
        while (k < w->n && t[k] != t[i] && t[k] != '\n')
            k += t[k] == '\\' ? 2 : 1;
        return k < w->n ? k : w->n;
    }
    if (t[i] != '/' || k >= w->n || (t[k] != '/' && t[k] != '*'))
        return i;
    if (t[k] == '/') {
        while (k < w->n && t[k] != '\n')
            k++;
        return k;
    }
    for (k++; k + 1 < w->n; k++) {
        if (t[k] == '*' && t[k + 1] == '/')
            return k + 2;
    }
    return w->n;
}

/* Blanks, at the same places, for what is no code. */
static void statement_window_blank(struct window *w)
{
    for (size_t i = 0; i < w->n; i++) {
        const size_t to = statement_window_skip(w, i);
        const bool text = w->text[i] == '"' || w->text[i] == '\'';

        if (to == i)
            continue;
        for (size_t k = text ? i + 1 : i; k < to; k++)
            w->text[k] = ' ';
        i = text ? to : to - 1;
    }
    for (size_t i = 0; i < w->n; i++) {
        if (isspace((unsigned char)w->text[i]) || w->text[i] == '\0')
            w->text[i] = ' ';
    }
}

static bool statement_ends_statement(char c)
{
    return c == ';' || c == '{' || c == '}';
}

/* Without a column the line is known, not which of its statements. */
static bool statement_window_place(const struct window *w, unsigned column,
                                   size_t *at)
{
    size_t ends = 0;

    if (column > 0) {
        *at = w->begin + column - 1;
        return *at < w->end;
    }
    for (size_t i = w->begin; i < w->end; i++)
        ends += w->text[i] == ';';
    for (*at = w->begin; *at < w->end && w->text[*at] == ' ';)
        (*at)++;
    return ends <= 1 && *at < w->end;
}

static bool statement_window_open(struct window *w, const char *path,
                                  unsigned first, unsigned line, unsigned last)
{
    FILE *file;
    bool known;
    int fd;

    if (path == NULL || line == 0)
        return false;
    fd = rdl_regular_file_open(path, RDL_PLAIN_SOURCE, NULL);
    if (fd < 0)
        return false;
    file = fdopen(fd, "r");
    if (file == NULL) {
        close(fd);
        return false;
    }
    known = statement_window_read(w, file, first, line, last);
    fclose(file);
    if (known)
        statement_window_blank(w);
    return known;
}

bool rdl_source_statement(const char *path, unsigned line, unsigned column,
                          char *out, size_t size, size_t *at)
{
    const unsigned first = line > AROUND ? line - AROUND : 1;
    struct window w = { .n = 0 };
    size_t begin, end;

    if (size == 0 ||
        !statement_window_open(&w, path, first, line, line + AROUND) ||
        !statement_window_place(&w, column, &begin))
        return false;
    *at = end = begin;
    while (begin > 0 && !statement_ends_statement(w.text[begin - 1]))
        begin--;
    while (end < w.n && !statement_ends_statement(w.text[end]))
        end++;
    if (end - begin >= size)
        return false;
    memcpy(out, w.text + begin, end - begin);
    out[end - begin] = '\0';
    *at -= begin;
    return true;
}

bool rdl_source_in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

bool rdl_source_is_word(const char *text, const char *at, const char *word)
{
    const size_t n = strlen(word);

    return strncmp(at, word, n) == 0 && !rdl_source_in_word(at[n]) &&
           (at == text || !rdl_source_in_word(at[-1]));
}

bool rdl_source_body(const char *path, unsigned line, const char *name,
                     char *out, size_t size)
{
    const size_t n = strlen(name);
    struct window w = { .n = 0 };
    size_t begin, end;
    int deep = 0;

    if (size == 0 ||
        !statement_window_open(&w, path, line, line, line + MOST_BODY))
        return false;
    for (begin = 0; begin + n < w.end; begin++) {
        if (rdl_source_is_word(w.text, w.text + begin, name))
            break;
    }
    if (begin + n >= w.end)
        return false;
    while (begin < w.n && w.text[begin] != '{' && w.text[begin] != ';')
        begin++;
    if (begin == w.n || w.text[begin] != '{')
        return false;
    for (end = begin; end < w.n; end++) {
        deep += (w.text[end] == '{') - (w.text[end] == '}');
        if (deep == 0)
            break;
    }
    begin++;
    if (end == w.n || end - begin >= size)
        return false;
    memcpy(out, w.text + begin, end - begin);
    out[end - begin] = '\0';
    return true;
}
