/* text.c - strings of libclang, and the words that a C name is made of. */
#include "genread/genread.h"

#include "util/alloc.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

char *rdl_gr_text(CXString s)
{
    const char *text = clang_getCString(s);
    char *copy = rdl_strdup(text != NULL ? text : "");

    clang_disposeString(s);
    return copy;
}

char *rdl_gr_type_text(CXType type)
{
    return rdl_gr_text(clang_getTypeSpelling(type));
}

/* Does a word of the name begin here? */
static bool text_begins(const char *name, size_t at)
{
    return at == 0 || name[at - 1] == '_' ||
           (isupper((unsigned char)name[at]) &&
            islower((unsigned char)name[at - 1]));
}

static bool text_ends(const char *name, size_t at)
{
    return name[at] == '\0' || name[at] == '_' ||
           isdigit((unsigned char)name[at]) ||
           (isupper((unsigned char)name[at]) &&
            islower((unsigned char)name[at - 1]));
}

bool rdl_gr_has_word(const char *name, const char *word)
{
    const size_t n = strlen(word), length = strlen(name);

    for (size_t at = 0; at + n <= length; at++) {
        if (strncasecmp(name + at, word, n) == 0 && text_begins(name, at) &&
            text_ends(name, at + n))
            return true;
    }
    return false;
}

bool rdl_gr_has_any_word(const char *name, const char *const *words)
{
    for (size_t i = 0; words[i] != NULL; i++) {
        if (rdl_gr_has_word(name, words[i]))
            return true;
    }
    return false;
}

bool rdl_gr_last_word(const char *name, const char *word)
{
    const size_t n = strlen(word), length = strlen(name);

    return length >= n && strcasecmp(name + length - n, word) == 0 &&
           text_begins(name, length - n);
}
