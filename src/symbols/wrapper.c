/* wrapper.c - functions such as xmalloc, which give back the block they
 * ask for: see internal.h.
 *
 * A block is called after what its caller assigns it to, so that a function
 * which keeps the block and gives back another, or a part of it (a pool), must
 * not be taken for one of these.  Whatever is not plain says no. */
#include "symbols/internal.h"

#include "symbols/source.h"

#include <string.h>

static bool wrapper_is_nothing(const char *text, const char *at)
{
    return rdl_source_is_word(text, at, "NULL") ||
           rdl_source_is_word(text, at, "0") ||
           rdl_source_is_word(text, at, "nullptr");
}

/* Behind blanks, parentheses that open, and casts: "(char *)". */
static const char *wrapper_skip_casts(const char *at)
{
    for (;;) {
        const char *close;

        at += strspn(at, " ");
        if (*at != '(')
            return at;
        close = at + strcspn(at, ")");
        at = close > at && close[0] == ')' && close[-1] == '*' ? close + 1
                                                               : at + 1;
    }
}

static bool wrapper_ends(const char *at)
{
    at += strspn(at, " )");
    return *at == ';';
}

/* What is done with the variable at `at`; false if that may make it point
 * elsewhere, or something else point to the block. */
static bool wrapper_use_is_plain(const char *text, const char *at, size_t n,
                                 size_t *assigned)
{
    const char *behind = at + n + strspn(at + n, " "), *before = at;

    while (before > text && strchr(" )(*", before[-1]) != NULL)
        before--;
    if (behind[0] == '=' && behind[1] != '=') {
        if (!wrapper_is_nothing(text, wrapper_skip_casts(behind + 1)))
            (*assigned)++;
    } else if (behind[0] != '\0' && strchr("+-*/&|^<>", behind[0]) != NULL &&
               !(behind[0] == '-' && behind[1] == '>')) {
        return false;
    }
    if (before == text)
        return true;
    /* "kept = p", "&p", "++p", "p + p" */
    if (before[-1] == '=')
        return before - 1 > text && strchr("=!<>", before[-2]) != NULL;
    return strchr("&+-", before[-1]) == NULL;
}

bool rdl_wrapper_returns(const char *body, const char *variable)
{
    const size_t n = strlen(variable);
    size_t assigned = 0, given = 0;

    for (const char *at = body; n > 0 && *at != '\0'; at++) {
        if (rdl_source_is_word(body, at, variable) &&
            (at == body || at[-1] != '.') &&
            !(at > body + 1 && at[-1] == '>' && at[-2] == '-') &&
            !wrapper_use_is_plain(body, at, n, &assigned))
            return false;
        if (rdl_source_is_word(body, at, "return")) {
            const char *what = wrapper_skip_casts(at + 6);

            if (rdl_source_is_word(body, what, variable) &&
                wrapper_ends(what + n))
                given++;
            else if (!wrapper_is_nothing(body, what))
                return false;
        }
    }
    return assigned == 1 && given > 0;
}

bool rdl_wrapper_library(const struct rdl_place *p)
{
    static const char *const functions[] = {
        "operator new", "_Znw",          "_Zna",     "malloc",  "calloc",
        "realloc",      "strdup",        "__strdup", "strndup", "__strndup",
        "reallocarray", "aligned_alloc", "memalign",
    };

    if (p->module == NULL || p->function == NULL)
        return false;
    if (strncmp(p->module, "libraddle", 9) == 0)
        return true;
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
        if (strncmp(p->function, functions[i], strlen(functions[i])) == 0)
            return true;
    }
    return false;
}
