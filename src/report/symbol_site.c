/* symbol_site.c - what a block of the heap is, by where it was asked for.
 *
 * Two witnesses, who must not contradict each other: what the statement there
 * takes the size of (`malloc(n * sizeof(struct job))`, `new account`), and the
 * type of what it assigns the block to.  Names in them mean what debug
 * information says, and the size of the block must agree.  If neither speaks
 * (a macro), the structure of exactly that size that variables there point to,
 * if it is the only one.  Of a function that gives back a `void *` which is
 * provably the block, as xmalloc does, the caller is asked. */
#include "report/symbol_internal.h"

#include "report/source.h"
#include "report/stack.h"
#include "report/symbol_scope.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define STATEMENT 1024
#define BODY 8192

struct site {
    struct rdl_symbols *symbols;
    struct symbol_scope scope;
    char text[STATEMENT]; /* the statement; "" if there is none to read */
    size_t call;          /* where in it the call stands */
    size_t behind;        /* and where behind its arguments */
    Dwarf_Word size;      /* of the block */
    bool climbed;         /* from a function that gave it back */
};

struct witness {
    bool known;
    bool silent; /* it is there, and says nothing: void * */
    bool sure;   /* `new` makes what it says, whatever points there then */
    bool array;  /* the statement asks for a number of them */
    Dwarf_Die type;
    Dwarf_Word size; /* of the type */
    char variable[64];
};

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void witness_type(struct witness *w, Dwarf_Die *type)
{
    Dwarf_Die bare;

    w->type = *type;
    w->known = rdl_type_peel(type, &bare, &w->size);
}

/* --- What is assigned to ---------------------------------------------------
 */

/* Back over blanks, and over casts: `(struct job *)`. */
static size_t before_casts(const char *text, size_t at)
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
static size_t expression_begin(const char *text, size_t end)
{
    size_t at = end;
    int deep = 0;

    while (at > 0) {
        const char c = text[at - 1];

        deep += (c == ']') - (c == '[');
        if (deep < 0)
            break;
        if (deep == 0 && !in_word(c) && c != '[' && c != '.' &&
            !(c == '>' && at > 1 && text[at - 2] == '-') &&
            !(c == '-' && text[at] == '>'))
            break;
        at--;
    }
    return at;
}

/* "items" of "q->items[i]". */
static void last_word(const char *expression, char *out, size_t size)
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

/* "q->items[i]", which what the call gives is assigned to. */
static bool assigned_to(const struct site *s, char *out, size_t size)
{
    size_t at = before_casts(s->text, s->call), from;

    if (at < 2 || s->text[at - 1] != '=' || strchr("=!<>+-", s->text[at - 2]))
        return false;
    for (at--; at > 0 && s->text[at - 1] == ' ';)
        at--;
    from = expression_begin(s->text, at);
    snprintf(out, size, "%.*s", (int)(at - from), s->text + from);
    return true;
}

static void ask_assigned(struct site *s, struct witness *w)
{
    char expression[128];
    const char *end;
    Dwarf_Die pointer, type;

    if (!assigned_to(s, expression, sizeof(expression)))
        return;
    if (!rdl_scope_expression(&s->scope, expression, &pointer, &end) ||
        *end != '\0')
        return;
    w->silent = rdl_type_is_any_pointer(&pointer);
    if (!rdl_type_pointee(&pointer, &type))
        return;
    witness_type(w, &type);
    last_word(expression, w->variable, sizeof(w->variable));
}

/* --- What it takes the size of ---------------------------------------------
 */

static const char *find_word(const char *text, const char *word)
{
    const size_t n = strlen(word);

    for (const char *at = text; (at = strstr(at, word)) != NULL; at += n) {
        if ((at == text || !in_word(at[-1])) && !in_word(at[n]))
            return at;
    }
    return NULL;
}

/* `new bank::account(1)` */
static void ask_new(struct site *s, struct witness *w)
{
    const char *at = find_word(s->text, "new");
    char name[128];
    Dwarf_Die type;
    size_t n;

    if (at == NULL || find_word(at + 3, "new") != NULL)
        return;
    at += 3 + strspn(at + 3, " ");
    for (n = 0; in_word(at[n]) || at[n] == ':';)
        n++;
    snprintf(name, sizeof(name), "%.*s", (int)n, at);
    if (rdl_scope_sizeof(&s->scope, name, &type))
        witness_type(w, &type);
    w->sure = w->known;
    at += n;
    w->array = at[strspn(at, " ")] == '[';
}

/* `n * sizeof(struct job)`, `calloc(n, sizeof(struct job))`; at, end: of the
 * sizeof and of what stands behind it. */
static bool asks_for_several(const struct site *s, const char *at,
                             const char *end)
{
    const char *call = s->text + s->call;
    size_t n = 0;

    end += strspn(end, " )");
    if (*end == '*')
        return true;
    while (at > s->text && strchr(" (", at[-1]) != NULL)
        at--;
    if (at > s->text && at[-1] == '*')
        return true;
    while (in_word(call[n]))
        n++;
    return (n >= 6 && strncmp(call + n - 6, "calloc", 6) == 0) ||
           (n >= 5 && strncmp(call + n - 5, "array", 5) == 0);
}

/* The same word among the arguments of the call. */
static const char *find_argument(const struct site *s, const char *from,
                                 const char *word)
{
    const char *at = find_word(from, word);

    return at != NULL && at < s->text + s->behind ? at : NULL;
}

static void ask_size(struct site *s, struct witness *w)
{
    const char *at = find_argument(s, s->text + s->call, "sizeof"), *begin = at;
    char operand[128];
    Dwarf_Die type;
    size_t n = 0;
    int deep = 0;

    if (at == NULL) {
        ask_new(s, w);
        return;
    }
    if (find_argument(s, at + 6, "sizeof") != NULL)
        return; /* a sum: a head and what follows it */
    at += 6 + strspn(at + 6, " ");
    if (*at == '(') {
        for (at++; at[n] != '\0' && deep >= 0; n++)
            deep += (at[n] == '(') - (at[n] == ')');
        n -= n > 0;
    } else {
        n = strcspn(at, ",)+/");
    }
    snprintf(operand, sizeof(operand), "%.*s", (int)n, at);
    if (rdl_scope_sizeof(&s->scope, operand, &type))
        witness_type(w, &type);
    w->array = asks_for_several(s, begin, at + n);
}

/* --- What they say together ----------------------------------------------- */

static bool same_type(struct witness *a, struct witness *b)
{
    Dwarf_Die one, two;

    return dwarf_peel_type(&a->type, &one) == 0 &&
           dwarf_peel_type(&b->type, &two) == 0 &&
           dwarf_dieoffset(&one) == dwarf_dieoffset(&two);
}

/* Leaves in `taken` what the block is. */
static bool settle(const struct site *s, struct witness *taken,
                   struct witness *assigned)
{
    const bool agree =
        taken->known && assigned->known && same_type(taken, assigned);

    if (!taken->known) {
        assigned->array = taken->array; /* "sizeof(long)" has no such name */
        *taken = *assigned;
        return taken->size <= s->size;
    }
    if (assigned->known && !agree && !taken->sure &&
        assigned->size == taken->size)
        return false;
    memcpy(taken->variable, assigned->variable, sizeof(taken->variable));
    return s->size % taken->size == 0 || (agree && taken->size <= s->size);
}

static bool adds(const struct site *s)
{
    return memchr(s->text + s->call, '+', s->behind - s->call) != NULL;
}

static bool name_of(struct site *s, struct witness *w, struct symbol_thing *out)
{
    const char *type = rdl_type_name(s->symbols, &w->type);

    /* How its inside is called says more about a structure than who pointed to
     * it first; of all others the type says little. */
    out->pointer = !rdl_type_is_structure(&w->type) && w->variable[0] != '\0';
    out->name = out->pointer   ? rdl_symbols_keep(s->symbols, w->variable)
                : type != NULL ? rdl_symbols_keep(s->symbols, type)
                               : NULL;
    if (out->name == NULL ||
        !rdl_type_peel(&w->type, &out->type, &out->element))
        return false;
    /* "sizeof(*m) + length": one, and what follows it.  If nothing says how
     * many there are, one, but of single bytes as many as there are. */
    out->single =
        find_argument(s, s->text + s->call, "sizeof") != NULL && adds(s);
    out->exact = !out->single && !w->array && out->element > 1;
    return !out->exact || out->element == s->size;
}

static bool ask_frame(struct site *s, struct symbol_thing *out)
{
    struct witness taken = { .known = false }, assigned = { .known = false };

    if (s->text[0] != '\0') {
        ask_assigned(s, &assigned);
        ask_size(s, &taken);
    }
    if (taken.known || assigned.known)
        return settle(s, &taken, &assigned) && name_of(s, &taken, out);
    if (s->climbed || assigned.silent || rdl_scope_gives_any(&s->scope) ||
        !rdl_scope_pointee(&s->scope, s->size, &taken.type))
        return false;
    return name_of(s, &taken, out);
}

/* Where no column is known, or it is not that of a call: the call is what
 * stands behind the assignment and its casts, or anywhere. */
static void find_call(struct site *s)
{
    const char *at = s->text + s->call;

    while (in_word(*at))
        at++;
    if (at > s->text + s->call && at[strspn(at, " ")] == '(')
        return;
    at = find_word(s->text, "return");
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

static void find_behind(struct site *s)
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

/* Was the source written anew since the program was built from it? */
static bool is_outdated(const struct rdl_place *p)
{
    struct stat source, program;

    if (p->path == NULL || stat(p->path, &source) != 0 ||
        stat(p->module_path, &program) != 0)
        return true;
    return source.st_mtim.tv_sec != program.st_mtim.tv_sec
               ? source.st_mtim.tv_sec > program.st_mtim.tv_sec
               : source.st_mtim.tv_nsec > program.st_mtim.tv_nsec;
}

static bool read_statement(struct site *s, const struct rdl_place *p)
{
    s->text[0] = '\0';
    s->call = 0;
    if (is_outdated(p) ||
        !rdl_source_statement(p->path, p->line, p->column, s->text,
                              sizeof(s->text), &s->call)) {
        s->text[0] = '\0';
        s->call = 0;
        return false;
    }
    return true;
}

/* Is what the call gives all that the function gives back? */
static bool is_given_back(const struct site *s, const struct rdl_place *place)
{
    const char *at = find_word(s->text, "return"), *function;
    char body[BODY], variable[128];
    unsigned line;

    if (s->text[0] == '\0' || !rdl_scope_gives_any(&s->scope))
        return false;
    if (at != NULL)
        return before_casts(s->text, s->call) == (size_t)(at + 6 - s->text) &&
               s->text[s->behind + strspn(s->text + s->behind, " ")] == '\0';
    return assigned_to(s, variable, sizeof(variable)) &&
           rdl_scope_is_own(&s->scope, variable) &&
           rdl_scope_function(&s->scope, &function, &line) &&
           rdl_source_body(place->path, line, function, body, sizeof(body)) &&
           rdl_wrapper_returns(body, variable);
}

/* One frame; false: the one around it is to be asked. */
static bool site_frame(struct site *s, uintptr_t pc, size_t inlined,
                       const struct rdl_place *place, struct symbol_thing *out)
{
    bool settled;

    if (!rdl_scope_open(&s->scope, s->symbols, pc, inlined))
        return true;
    if (read_statement(s, place))
        find_call(s);
    find_behind(s);
    if (!ask_frame(s, out))
        *out = (struct symbol_thing){ .name = NULL };
    settled = out->name != NULL || !is_given_back(s, place);
    rdl_scope_close(&s->scope);
    s->climbed = true;
    return settled;
}

/* The frame of the program around all[k] of frames[i]; false if none is known.
 */
static bool frame_around(struct rdl_symbols *s, const uintptr_t *frames,
                         size_t n, size_t i, size_t k, struct rdl_place *out)
{
    struct rdl_place all[RDL_MOST_INLINED];

    for (k++; i < n; i++, k = 0) {
        const size_t inlined =
            rdl_symbols_frames(s, frames[i], all, RDL_MOST_INLINED);

        for (; k < inlined; k++) {
            if (!rdl_stack_own(&all[k]))
                continue;
            *out = all[k];
            return true;
        }
    }
    return false;
}

void rdl_symbols_site(struct rdl_symbols *symbols, const uintptr_t *frames,
                      size_t n, Dwarf_Word size, struct symbol_thing *out,
                      struct rdl_place places[2])
{
    struct rdl_place all[RDL_MOST_INLINED];
    struct site s = { .symbols = symbols, .size = size };
    bool kept = false; /* by a library, for all that is known */

    *out = (struct symbol_thing){ .name = NULL };
    memset(places, 0, 2 * sizeof(*places));
    if (n > 0)
        rdl_symbols_find(symbols, frames[0], &places[0]); /* if none is own */
    for (size_t i = 0; i < n; i++) {
        const size_t inlined =
            rdl_symbols_frames(symbols, frames[i], all, RDL_MOST_INLINED);

        for (size_t k = 0; k < inlined; k++) {
            if (!rdl_stack_own(&all[k])) {
                kept = kept || !rdl_wrapper_library(&all[k]);
                continue;
            }
            places[0] = all[k];
            memset(&places[1], 0, sizeof(places[1]));
            frame_around(symbols, frames, n, i, k, &places[1]);
            if (kept || site_frame(&s, frames[i], k, &all[k], out))
                return;
        }
    }
}

/* --- raddle_name -----------------------------------------------------------
 */

/* "queue" and "&queue" of `raddle_name(queue, ...)`: what lies there. */
static bool ask_named(struct site *s, struct symbol_thing *out)
{
    const char *at = find_word(s->text, "raddle_name"), *end;
    bool address;
    Dwarf_Die type;

    at = at != NULL ? strchr(at, '(') : NULL;
    if (at == NULL)
        return false;
    at += 1 + strspn(at + 1, " ");
    address = *at == '&';
    return rdl_scope_expression(&s->scope, at + address, &type, &end) &&
           *end == ',' && (address || rdl_type_pointee(&type, &type)) &&
           rdl_type_peel(&type, &out->type, &out->element) &&
           (s->size == 0 || out->element <= s->size);
}

void rdl_symbols_named(struct rdl_symbols *symbols, uintptr_t pc,
                       Dwarf_Word size, struct symbol_thing *out)
{
    struct site s = { .symbols = symbols, .size = size };
    struct rdl_place place;

    *out = (struct symbol_thing){ .name = NULL };
    if (!rdl_symbols_find(symbols, pc, &place) || !read_statement(&s, &place) ||
        !rdl_scope_open(&s.scope, symbols, pc, 0))
        return;
    if (!ask_named(&s, out))
        *out = (struct symbol_thing){ .name = NULL };
    rdl_scope_close(&s.scope);
}
