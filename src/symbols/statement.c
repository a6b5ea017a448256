/* statement.c - see statement.h. */
#include "symbols/statement.h"

#include "symbols/source.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *statement_find_word(const char *text, const char *word)
{
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
        if (rdl_source_is_word(text, at, word))
            return at;
    }
    return NULL;
}

static size_t statement_word_length(const char *text)
{
    size_t n = 0;

    while (rdl_source_in_word(text[n]))
        n++;
    return n;
}

/* --- Reading it ----------------------------------------------------------- */

/* Where no column is known, or it is not that of a call: the call is what
 * stands behind the assignment and its casts, or anywhere. */
static void statement_find_call(struct symbol_statement *s)
{
    const char *at = s->text + s->call;
    const size_t n = statement_word_length(at);

    if (n > 0 && at[n + strspn(at + n, " ")] == '(')
        return;
    at = statement_find_word(s->text, "return");
    at = at != NULL ? at + 5 : strchr(s->text, '=');
    if (at == NULL) {
        s->call = 0;
        return;
    }
    at += 1 + strspn(at + 1, " ");
    while (*at == '(' && strchr(at, ')') != NULL) {
        at = strchr(at, ')') + 1;
        at += strspn(at, " ");
    }
    s->call = (size_t)(at - s->text);
}

static void statement_find_behind(struct symbol_statement *s)
{
    const size_t n = strlen(s->text);
    int deep = 0;

    for (s->behind = s->call; s->behind < n;) {
        const char c = s->text[s->behind++];

        deep += (c == '(') - (c == ')');
        if (c == ')' && deep <= 0)
            return;
    }
}

bool rdl_statement_read(struct symbol_statement *s, const struct rdl_place *p)
{
    if (p->newer || !rdl_source_statement(p->path, p->line, p->column, s->text,
                                          sizeof(s->text), &s->call)) {
        s->text[0] = '\0';
        s->call = s->behind = 0;
        return false;
    }
    statement_find_call(s);
    statement_find_behind(s);
    return true;
}

/* --- Whose call it is ----------------------------------------------------- */

/* "push" of "bank::push(int)". */
static const char *statement_bare_name(const char *function)
{
    const char *end = function + strcspn(function, "("), *at = end;

    while (at > function && rdl_source_in_word(at[-1]))
        at--;
    return at;
}

/* The words by which programs call their own functions, too: XMALLOC, g_new. */
static bool statement_makes_blocks(const char *word, size_t n)
{
    static const char *const parts[] = { "alloc", "align", "dup", "new" };

    for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
        const size_t length = strlen(parts[i]);

        for (size_t k = 0; k + length <= n; k++) {
            if (strncasecmp(word + k, parts[i], length) == 0)
                return true;
        }
    }
    return false;
}

static bool statement_is_of(const char *word, size_t n, const char *callee)
{
    const char *name;

    if (callee == NULL)
        return statement_makes_blocks(word, n);
    name = statement_bare_name(callee);
    return statement_word_length(name) == n && strncmp(word, name, n) == 0;
}

bool rdl_statement_is_of(const struct symbol_statement *s, const char *callee)
{
    const char *call = s->text + s->call, *end = s->text + s->behind;
    const size_t length = statement_word_length(call);
    bool nested = false;

    for (const char *at = call + length; at < end;) {
        const size_t n = statement_word_length(at);

        if (n == 0) {
            at++;
            continue;
        }
        if (at[n + strspn(at + n, " ")] == '(' &&
            !(n == 6 && strncmp(at, "sizeof", n) == 0)) {
            if (statement_is_of(at, n, callee))
                return false;
            nested = true;
        }
        at += n;
    }
    return !nested || statement_is_of(call, length, callee);
}

/* --- What is assigned to -------------------------------------------------- */

/* Back over blanks, and over casts: `(struct job *)`. */
static size_t statement_before_casts(const char *text, size_t at)
{
    for (;;) {
        int deep = 0;

        while (at > 0 && text[at - 1] == ' ')
            at--;
        if (at == 0 || text[at - 1] != ')')
            return at;
        do {
            at--;
            deep += (text[at] == ')') - (text[at] == '(');
        } while (at > 0 && deep > 0);
    }
}

/* Where the expression that ends at `end` begins: "q->items[i]". */
static size_t statement_expression_begin(const char *text, size_t end)
{
    size_t at = end;
    int deep = 0;

    while (at > 0) {
        const char c = text[at - 1];

        deep += (c == ']') - (c == '[');
        if (deep < 0)
            break;
        if (deep == 0 && !rdl_source_in_word(c) && c != '[' && c != '.' &&
            !(c == '>' && at > 1 && text[at - 2] == '-') &&
            !(c == '-' && text[at] == '>'))
            break;
        at--;
    }
    return at;
}

bool rdl_statement_assigned(const struct symbol_statement *s, char *out,
                            size_t size)
{
    size_t at = statement_before_casts(s->text, s->call), from;

    if (at < 2 || s->text[at - 1] != '=' || strchr("=!<>+-", s->text[at - 2]))
        return false;
    for (at--; at > 0 && s->text[at - 1] == ' ';)
        at--;
    from = statement_expression_begin(s->text, at);
    snprintf(out, size, "%.*s", (int)(at - from), s->text + from);
    return true;
}

void rdl_statement_last_word(const char *expression, char *out, size_t size)
{
    const char *end = expression + strcspn(expression, "[ ");
    const char *dot = expression, *from = expression;

    for (; *dot != '\0'; dot++) {
        if (*dot == '.' || *dot == '>') {
            from = dot + 1;
            end = from + strcspn(from, "[ ");
        }
    }
    snprintf(out, size, "%.*s", (int)(end - from), from);
}

/* --- What it takes the size of -------------------------------------------- */

/* Among the arguments of the call, from there on. */
static const char *statement_find_sizeof(const struct symbol_statement *s,
                                         const char *from)
{
    const char *at = statement_find_word(from, "sizeof");

    return at != NULL && at < s->text + s->behind ? at : NULL;
}

bool rdl_statement_new(const struct symbol_statement *s, char *out, size_t size,
                       bool *several)
{
    const char *at = statement_find_word(s->text, "new");
    size_t n;

    if (statement_find_sizeof(s, s->text + s->call) != NULL || at == NULL ||
        statement_find_word(at + 3, "new") != NULL)
        return false;
    at += 3 + strspn(at + 3, " ");
    for (n = 0; rdl_source_in_word(at[n]) || at[n] == ':';)
        n++;
    snprintf(out, size, "%.*s", (int)n, at);
    at += n;
    *several = at[strspn(at, " ")] == '[';
    return true;
}

/* `n * sizeof(struct job)`, `calloc(n, sizeof(struct job))`; at, end: of the
 * sizeof and of what stands behind it. */
static bool statement_asks_for_several(const struct symbol_statement *s,
                                       const char *at, const char *end)
{
    const char *call = s->text + s->call;
    const size_t n = statement_word_length(call);

    end += strspn(end, " )");
    if (*end == '*')
        return true;
    while (at > s->text && strchr(" (", at[-1]) != NULL)
        at--;
    if (at > s->text && at[-1] == '*')
        return true;
    return (n >= 6 && strncmp(call + n - 6, "calloc", 6) == 0) ||
           (n >= 5 && strncmp(call + n - 5, "array", 5) == 0);
}

bool rdl_statement_sizeof(const struct symbol_statement *s, char *out,
                          size_t size, bool *several)
{
    const char *begin = statement_find_sizeof(s, s->text + s->call),
               *at = begin;
    size_t n = 0;
    int deep = 0;

    if (at == NULL || statement_find_sizeof(s, at + 6) != NULL)
        return false;
    at += 6 + strspn(at + 6, " ");
    if (*at == '(') {
        for (at++; at[n] != '\0' && deep >= 0; n++)
            deep += (at[n] == '(') - (at[n] == ')');
        n -= n > 0;
    } else {
        n = strcspn(at, ",)+/");
    }
    snprintf(out, size, "%.*s", (int)n, at);
    *several = statement_asks_for_several(s, begin, at + n);
    return true;
}

bool rdl_statement_adds(const struct symbol_statement *s)
{
    return statement_find_sizeof(s, s->text + s->call) != NULL &&
           memchr(s->text + s->call, '+', s->behind - s->call) != NULL;
}

/* --- Other statements ----------------------------------------------------- */

bool rdl_statement_returns(const struct symbol_statement *s)
{
    return statement_find_word(s->text, "return") != NULL;
}

bool rdl_statement_returns_call(const struct symbol_statement *s)
{
    const char *at = statement_find_word(s->text, "return");

    return at != NULL &&
           statement_before_casts(s->text, s->call) ==
               (size_t)(at + 6 - s->text) &&
           s->text[s->behind + strspn(s->text + s->behind, " ")] == '\0';
}

const char *rdl_statement_argument(const struct symbol_statement *s,
                                   const char *function)
{
    const char *at = statement_find_word(s->text, function);

    at = at != NULL ? strchr(at, '(') : NULL;
    return at != NULL ? at + 1 + strspn(at + 1, " ") : NULL;
}
