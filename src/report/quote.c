/* quote.c - see quote.h. */
#include "report/quote.h"

#include "driver/die.h"

#include <stdlib.h>
#include <string.h>

/* What no shell treats specially anywhere in an argument. */
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                            "abcdefghijklmnopqrstuvwxyz0123456789_-+=:,.%@/";

char *rdl_quote(const char *word)
{
    /* Each of its bytes may take four. */
    char *quoted = rdl_alloc(4 * strlen(word) + sizeof("''")), *to = quoted;

    if (word[0] != '\0' && word[strspn(word, plain)] == '\0')
        return strcpy(quoted, word);
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
