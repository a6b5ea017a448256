/* asm_text.c - see asm_text.h.
 *
 * Text is enough: the compiler has put the operands in, and only the form of an
 * operand matters.  What is written for a variable on the stack looks like
 * -4(%rbp) or 8(%rsp). */
#include "cc/asm_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* --- Preprocessed source ---------------------------------------------------
 */

static const char *text_spaces(const char *p)
{
    while (isspace((unsigned char)*p))
        p++;
    return p;
}

/* The end of the word at p. */
static const char *text_word(const char *p)
{
    while (isalnum((unsigned char)*p) || *p == '_')
        p++;
    return p;
}

static bool text_is(const char *word, const char *end, const char *name)
{
    return (size_t)(end - word) == strlen(name) &&
           memcmp(word, name, strlen(name)) == 0;
}

/* Behind the string or character that begins at p. */
static const char *text_literal(const char *p)
{
    const char quote = *p++;

    for (; *p != '\0' && *p != quote; p++) {
        if (*p == '\\' && p[1] != '\0')
            p++;
    }
    return *p != '\0' ? p + 1 : p;
}

/* Behind volatile, inline and goto after the keyword. */
static const char *text_qualifiers(const char *p)
{
    static const char *const words[] = { "volatile", "__volatile__",
                                         "__volatile", "inline", "goto" };

    for (;;) {
        const char *end;
        bool any = false;

        p = text_spaces(p);
        end = text_word(p);
        for (size_t i = 0; i < LENGTH(words); i++)
            any = any || text_is(p, end, words[i]);
        if (!any)
            return p;
        p = end;
    }
}

/* Looks at the statement whose parenthesis is at *p, and moves *p behind it.
 * Operands or a clobbered memory make an access possible; without operands only
 * the text itself does. */
static bool text_suspects(const char **p)
{
    const char *at = *p + 1;
    bool text = false, operands = false, access = false;
    int depth = 1;

    for (; *at != '\0' && depth > 0; at++) {
        if (*at == '(') {
            depth++;
        } else if (*at == ')') {
            depth--;
        } else if (*at == ':' && depth == 1) {
            operands = true;
        } else if (*at == '"') {
            const char *end = text_literal(at);
            const size_t n = (size_t)(end - at);

            if (!operands) {
                text = text || n > 2;
                access = access || memchr(at, '[', n) != NULL ||
                         memchr(at, '(', n) != NULL ||
                         memmem(at, n, "lock", 4) != NULL ||
                         memmem(at, n, "xchg", 4) != NULL;
            } else {
                access =
                    access || memchr(at, 'm', n) != NULL ||
                    memchr(at, 'g', n) != NULL || memchr(at, 'X', n) != NULL ||
                    memchr(at, 'Q', n) != NULL || memchr(at, 'A', n) != NULL;
            }
            at = end - 1;
        }
    }
    *p = at;
    return text && access;
}

bool rdl_asm_suspected(const char *source)
{
    const char *p = source;

    while (*p != '\0') {
        const char *end;

        if (*p == '"' || *p == '\'') {
            p = text_literal(p);
            continue;
        }
        end = text_word(p);
        if (end == p) {
            p++;
            continue;
        }
        if (!text_is(p, end, "asm") && !text_is(p, end, "__asm__") &&
            !text_is(p, end, "__asm")) {
            p = end;
            /* In C++ 1'000 is a number. */
            while (*p == '\'' && isalnum((unsigned char)p[1]) &&
                   isdigit((unsigned char)p[-1]))
                p = text_word(p + 1);
            continue;
        }
        p = text_qualifiers(end);
        if (*p == '(' && text_suspects(&p))
            return true;
    }
    return false;
}

/* --- Instructions ------------------------------------------------------------
 */

static bool text_begins(const char *text, size_t n, const char *const *list,
                        size_t n_list)
{
    for (size_t i = 0; i < n_list; i++) {
        if (n >= strlen(list[i]) &&
            strncasecmp(text, list[i], strlen(list[i])) == 0)
            return true;
    }
    return false;
}

/* Instructions whose operand is not accessed, or only the stack is. */
static const char *const harmless[] = {
    "lea",  "nop",  "prefetch", "clflush", "clwb",  "j",    "call",
    "loop", "push", "pop",      "ret",     "endbr", "xbeg", "bnd",
};

/* Their operands are implied. */
static const char *const strings[] = { "movs", "stos", "lods", "cmps", "scas" };

static bool text_is_string(const char *mnemonic, size_t n)
{
    return n == 5 && strchr("bwlqd", mnemonic[4]) != NULL &&
           text_begins(mnemonic, n, strings, LENGTH(strings));
}

/* An operand with an address in registers: is it in the thread's own frame? */
static bool text_in_frame(const char *operand, const char *bracket)
{
    static const char *const stack[] = { "(%rsp", "[rsp", "[esp", "(%esp" };
    static const char *const frame[] = { "(%rbp)", "[rbp-", "[rbp -" };
    const bool negative = *bracket == '[' || *operand == '-';

    return text_begins(bracket, strlen(bracket), stack, LENGTH(stack)) ||
           (negative &&
            text_begins(bracket, strlen(bracket), frame, LENGTH(frame)));
}

/* One operand: "(%rdi)", "turn(%rip)", "counter", "$1", "%eax", "[rdi]". */
static bool text_operand_accesses(const char *operand)
{
    const char *p = text_spaces(operand);
    const char *bracket = strpbrk(p, "([");

    if (*p == '\0' || *p == '$' || *p == '*')
        return false;
    if (bracket != NULL && (*bracket == '[' || strchr(bracket, '%') != NULL))
        return !text_in_frame(p, bracket);
    /* A register, or the thread's own storage (%fs:0); in Intel syntax a
     * register looks like a variable. */
    return false;
}

/* In AT&T syntax a mere name is a variable: "incl counter". */
static bool text_names_variable(const char *operand, bool att)
{
    const char *p = text_spaces(operand);

    return att && (isalpha((unsigned char)*p) || *p == '_');
}

/* An entry of the global offset table: only the linker writes it.
 * (include/raddle.h finds the runtime that way.) */
static bool text_in_offset_table(const char *operand)
{
    return strstr(operand, "@GOTPCREL") != NULL;
}

/* Splits at commas outside brackets. */
static bool text_operands_access(char *operands)
{
    const bool att = strpbrk(operands, "%$") != NULL;
    int depth = 0;
    char *from = operands;
    bool accesses = false;

    for (char *p = operands;; p++) {
        const char c = *p;

        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        if (c != '\0' && (c != ',' || depth > 0))
            continue;
        *p = '\0';
        accesses =
            accesses ||
            (!text_in_offset_table(from) &&
             (text_operand_accesses(from) || text_names_variable(from, att)));
        from = p + 1;
        if (c == '\0')
            return accesses;
    }
}

/* Behind labels: "1: lock cmpxchgl ..." */
static const char *text_labels(const char *p)
{
    for (;;) {
        const char *end;

        p = text_spaces(p);
        end = p;
        while (isalnum((unsigned char)*end) || strchr("_.$", *end) != NULL) {
            if (*end == '\0')
                return p;
            end++;
        }
        if (*end != ':' || end == p)
            return p;
        p = end + 1;
    }
}

bool rdl_asm_accesses(const char *instruction)
{
    const char *p = text_labels(instruction);
    const char *end = text_word(p);
    size_t n = (size_t)(end - p);
    char operands[512];

    if (n == 0) /* a directive, a comment */
        return false;
    if (text_is(p, end, "lock"))
        return true;
    if (n >= 3 && n <= 5 && strncmp(p, "rep", 3) == 0) {
        p = text_spaces(end);
        end = text_word(p);
        n = (size_t)(end - p);
    }
    if (text_is_string(p, n) && *text_spaces(end) == '\0')
        return true;
    if (text_begins(p, n, harmless, LENGTH(harmless)))
        return false;
    snprintf(operands, sizeof(operands), "%s", end);
    return text_operands_access(operands);
}

/* --- Assembly text
 * ------------------------------------------------------------
 */

struct scan {
    char file[512];
    unsigned long line; /* 0: unknown */
    bool reported;      /* found() was called for this place */
    void (*found)(void *data, const char *place);
    void *data;
};

/* gcc: # 123 "ck_pr.h" 1 */
static void scan_marker(struct scan *s, const char *text)
{
    char file[sizeof(s->file)];
    unsigned long line;

    if (sscanf(text, "# %lu \"%511[^\"]\"", &line, file) != 2 || line == 0)
        return;
    strcpy(s->file, file);
    s->line = line;
    s->reported = false;
}

/* clang: .loc 1 123 5 # include/ck_pr.h:123:5 */
static void scan_loc(struct scan *s, const char *text)
{
    const char *comment = strchr(text, '#');
    unsigned long line, column;
    const char *last, *before;

    if (comment == NULL)
        return;
    comment = text_spaces(comment + 1);
    last = strrchr(comment, ':');
    if (last == NULL || sscanf(last, ":%lu", &column) != 1)
        return;
    for (before = last - 1; before > comment && *before != ':'; before--)
        ;
    if (*before != ':' || sscanf(before, ":%lu", &line) != 1 ||
        (size_t)(before - comment) >= sizeof(s->file))
        return;
    snprintf(s->file, sizeof(s->file), "%.*s", (int)(before - comment),
             comment);
    s->line = line;
    s->reported = false;
}

static void scan_instructions(struct scan *s, char *text)
{
    char place[sizeof(s->file) + 24], *rest = NULL;

    for (char *one = strtok_r(text, ";", &rest); one != NULL;
         one = strtok_r(NULL, ";", &rest)) {
        /* "lock; xaddl": the prefix alone is enough. */
        if (s->reported || s->line == 0 || !rdl_asm_accesses(one))
            continue;
        s->reported = true;
        snprintf(place, sizeof(place), "%s:%lu", s->file, s->line);
        s->found(s->data, place);
    }
}

void rdl_asm_scan(char *assembly, void (*found)(void *data, const char *place),
                  void *data)
{
    struct scan s = { .found = found, .data = data };
    bool inside = false;
    char *rest = NULL;

    for (char *line = strtok_r(assembly, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        const char *text = text_spaces(line);

        if (strncmp(text, "#APP", 4) == 0)
            inside = true;
        else if (strncmp(text, "#NO_APP", 7) == 0)
            inside = false;
        else if (strncmp(text, ".loc", 4) == 0)
            scan_loc(&s, text);
        else if (inside && *text == '#')
            scan_marker(&s, text);
        else if (inside)
            scan_instructions(&s, line);
    }
}
