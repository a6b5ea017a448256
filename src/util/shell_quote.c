/* shell_quote.c - see shell_quote.h. */
#include "util/shell_quote.h"

#include "util/alloc.h"
#include "util/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Characters that no shell treats specially anywhere in an argument. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789_-+=:,.%@/";

/* The number of bytes of a printable character here; 0 for a control character
 * or a byte that is not UTF-8. */
static size_t quote_shown(const char *at)
{
    const unsigned char *c = (const unsigned char *)at;
    bool c1 = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0;

    return c[0] < ' ' || c[0] == 0x7f || c1 ? 0 : rdl_utf8_length(at);
}

static bool quote_odd(const char *word)
{
    size_t n;

    for (; *word != '\0'; word += n) {
        n = quote_shown(word);
        if (n == 0)
            return true;
    }
    return false;
}

/* $'...', which bash, zsh, ksh and POSIX.1-2024 understand. */
static char *quote_escaped(const char *word, char *quoted)
{
    char *to = stpcpy(quoted, "$'");

    while (*word != '\0') {
        size_t n = quote_shown(word);

        if (n == 0) {
            to += sprintf(to, "\\%03o", (unsigned char)*word++);
            continue;
        }
        if (*word == '\'' || *word == '\\')
            *to++ = '\\';
        to = mempcpy(to, word, n);
        word += n;
    }
    strcpy(to, "'");
    return quoted;
}

char *rdl_quote(const char *word)
{
    /* Each byte may take four. */
    char *quoted = rdl_alloc(4 * strlen(word) + sizeof("$''")), *to = quoted;

    if (word[0] != '\0' && word[strspn(word, plain)] == '\0')
        return strcpy(quoted, word);
    if (quote_odd(word))
        return quote_escaped(word, quoted);
    *to++ = '\'';
    for (; *word != '\0'; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\''");
        else
            *to++ = *word;
    }
    *to = '\'';
    return quoted;
}

char *rdl_quote_command(const char *name, char *const *arguments)
{
    char *text = rdl_quote(name);

    for (; *arguments != NULL; arguments++) {
        char *word = rdl_quote(*arguments);
        char *longer = rdl_format("%s %s", text, word);

        free(word);
        free(text);
        text = longer;
    }
    return text;
}
