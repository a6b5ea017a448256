/* words.c - lists of words, and response files in the form that gcc and clang
 * share (libiberty's buildargv): blanks separate words, quotes and backslashes
 * protect. */
#include "cc/cc.h"

#include "util/die.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 16 /* nested response files */

/* All memory of a run.  The end of the process frees it; the list shows leak
 * checkers that this is intended. */
static struct {
    void **at;
    size_t n;
} kept;

static void *words_keep(void *memory)
{
    kept.at = rdl_grow(kept.at, (kept.n + 1) * sizeof(void *));
    kept.at[kept.n++] = memory;
    return memory;
}

void *rdl_words_room(size_t size)
{
    return words_keep(rdl_alloc(size));
}

void rdl_words_add(struct rdl_words *w, const char *word)
{
    /* Doubles at powers of two; the old array stays allocated. */
    if ((w->n & (w->n + 1)) == 0) {
        char **larger = rdl_words_room((2 * w->n + 2) * sizeof(char *));

        if (w->n > 0)
            memcpy(larger, w->at, w->n * sizeof(char *));
        w->at = larger;
    }
    w->at[w->n++] = (char *)word;
    w->at[w->n] = NULL;
}

void rdl_words_add_all(struct rdl_words *w, const struct rdl_words *more)
{
    for (size_t i = 0; i < more->n; i++)
        rdl_words_add(w, more->at[i]);
}

char *rdl_words_format(const char *format, ...)
{
    va_list args;
    char *text;

    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        rdl_die(RDL_EXIT_NOTHING, "out of memory");
    va_end(args);
    return words_keep(text);
}

static char *words_read(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size;
    char *text = NULL;
    size_t room = 0;
    ssize_t n;

    if (file == NULL)
        return NULL;
    n = getdelim(&text, &room, '\0', file);
    size = n > 0 ? (size_t)n : 0;
    fclose(file);
    words_keep(text);
    if (size == 0)
        return rdl_words_format("%s", "");
    return text;
}

/* Takes one word from *text, in place; NULL after the last. */
static char *words_take(char **text)
{
    char *from = *text, *to, *word;
    char quote = '\0';

    while (isspace((unsigned char)*from))
        from++;
    if (*from == '\0')
        return NULL;
    word = to = from;
    for (; *from != '\0'; from++) {
        if (*from == '\\' && from[1] != '\0' && quote != '\'')
            *to++ = *++from;
        else if (quote != '\0' ? *from == quote : *from == '"' || *from == '\'')
            quote = quote != '\0' ? '\0' : *from;
        else if (quote == '\0' && isspace((unsigned char)*from))
            break;
        else
            *to++ = *from;
    }
    *text = *from == '\0' ? from : from + 1;
    *to = '\0';
    return word;
}

static void words_expand(struct rdl_words *w, const char *word, int depth)
{
    char *text, *next;

    /* As compilers do: a file that cannot be read is a literal word. */
    if (word[0] != '@' || depth > DEEPEST ||
        (text = words_read(word + 1)) == NULL) {
        rdl_words_add(w, word);
        return;
    }
    while ((next = words_take(&text)) != NULL)
        words_expand(w, next, depth + 1);
}

void rdl_words_expand(struct rdl_words *w, const char *word)
{
    words_expand(w, word, 0);
}

bool rdl_words_write(const struct rdl_words *w, size_t from, const char *path)
{
    FILE *file = fopen(path, "w");
    bool good;

    if (file == NULL)
        return false;
    for (size_t i = from; i < w->n; i++) {
        if (w->at[i][0] == '\0')
            fputs("\"\"", file);
        for (const char *c = w->at[i]; *c != '\0'; c++) {
            if (isspace((unsigned char)*c) || strchr("\\\"'", *c) != NULL)
                fputc('\\', file);
            fputc(*c, file);
        }
        fputc('\n', file);
    }
    good = ferror(file) == 0;
    return fclose(file) == 0 && good;
}
