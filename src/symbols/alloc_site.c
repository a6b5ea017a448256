/* alloc_site.c - what a block of the heap is, by where it was asked for.
 *
 * Two witnesses, who must not contradict each other: what the statement there
 * takes the size of (`malloc(n * sizeof(struct job))`, `new account`), and the
 * type of what it assigns the block to.  Names in them mean what debug
 * information says, and the size of the block must agree.  If neither speaks
 * (a macro), the structure of exactly that size that variables there point to,
 * if it is the only one.  Of a function that gives back a `void *` which is
 * provably the block, as xmalloc does, the caller is asked. */
#include "symbols/internal.h"

#include "symbols/source.h"
#include "symbols/stack.h"
#include "symbols/scope.h"
#include "symbols/statement.h"

#include <dwarf.h>
#include <string.h>

#define BODY 8192

struct site {
    struct rdl_symbols *symbols;
    struct symbol_scope scope;
    struct symbol_statement statement;
    Dwarf_Word size;    /* of the block */
    bool climbed;       /* from a function that gave it back */
    const char *callee; /* that function; NULL: not known */
    bool unclear;       /* which call of the statement it is */
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

static void site_witness_type(struct witness *w, Dwarf_Die *type)
{
    Dwarf_Die bare;

    w->type = *type;
    w->known = rdl_type_peel(type, &bare, &w->size);
}

static void site_ask_assigned(struct site *s, struct witness *w)
{
    char expression[128];
    const char *end;
    Dwarf_Die pointer, type;

    if (!rdl_statement_assigned(&s->statement, expression,
                                sizeof(expression)) ||
        !rdl_scope_expression(&s->scope, expression, &pointer, &end) ||
        *end != '\0')
        return;
    w->silent = rdl_type_is_any_pointer(&pointer);
    if (!rdl_type_pointee(&pointer, &type))
        return;
    site_witness_type(w, &type);
    rdl_statement_last_word(expression, w->variable, sizeof(w->variable));
}

static void site_ask_size(struct site *s, struct witness *w)
{
    char name[128];
    Dwarf_Die type;
    const bool new =
        rdl_statement_new(&s->statement, name, sizeof(name), &w->array);

    if (!new &&
        !rdl_statement_sizeof(&s->statement, name, sizeof(name), &w->array))
        return;
    if (rdl_scope_sizeof(&s->scope, name, &type))
        site_witness_type(w, &type);
    w->sure = new && w->known;
}

/* --- What they say together ----------------------------------------------- */

static bool site_same_type(struct witness *a, struct witness *b)
{
    Dwarf_Die one, two;

    return dwarf_peel_type(&a->type, &one) == 0 &&
           dwarf_peel_type(&b->type, &two) == 0 &&
           dwarf_dieoffset(&one) == dwarf_dieoffset(&two);
}

/* Leaves in `taken` what the block is. */
static bool site_settle(const struct site *s, struct witness *taken,
                        struct witness *assigned)
{
    const bool agree =
        taken->known && assigned->known && site_same_type(taken, assigned);

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

static bool site_name_of(struct site *s, struct witness *w,
                         struct symbol_thing *out)
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
    out->single = rdl_statement_adds(&s->statement);
    out->exact = !out->single && !w->array && out->element > 1;
    return !out->exact || out->element == s->size;
}

static bool site_ask_frame(struct site *s, struct symbol_thing *out)
{
    struct witness taken = { .known = false }, assigned = { .known = false };

    if (s->statement.text[0] != '\0') {
        if (!s->unclear)
            site_ask_assigned(s, &assigned);
        site_ask_size(s, &taken);
    }
    if (taken.known || assigned.known)
        return site_settle(s, &taken, &assigned) &&
               site_name_of(s, &taken, out);
    if (s->climbed || s->unclear || assigned.silent ||
        rdl_scope_gives_any(&s->scope) ||
        !rdl_scope_pointee(&s->scope, s->size, &taken.type))
        return false;
    return site_name_of(s, &taken, out);
}

/* Is what the call gives all that the function gives back? */
static bool site_is_given_back(const struct site *s,
                               const struct rdl_place *place)
{
    const struct symbol_statement *statement = &s->statement;
    char body[BODY], variable[128];
    const char *function;
    unsigned line;

    if (statement->text[0] == '\0' || s->unclear ||
        !rdl_scope_gives_any(&s->scope))
        return false;
    if (rdl_statement_returns(statement))
        return rdl_statement_returns_call(statement);
    return rdl_statement_assigned(statement, variable, sizeof(variable)) &&
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
    rdl_statement_read(&s->statement, place);
    s->unclear = !rdl_statement_is_of(&s->statement, s->callee);
    if (!site_ask_frame(s, out))
        *out = (struct symbol_thing){ .name = NULL };
    settled = out->name != NULL || !site_is_given_back(s, place);
    rdl_scope_close(&s->scope);
    s->climbed = true;
    s->callee = place->function;
    return settled;
}

/* The frame of the program around all[k] of frames[i]; false if none is known.
 */
static bool site_frame_around(struct rdl_symbols *s, const uintptr_t *frames,
                              size_t n, size_t i, size_t k,
                              struct rdl_place *out)
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
            site_frame_around(symbols, frames, n, i, k, &places[1]);
            if (kept || site_frame(&s, frames[i], k, &all[k], out))
                return;
        }
    }
}

/* --- raddle_name -----------------------------------------------------------
 */

/* "queue" and "&queue" of `raddle_name(queue, ...)`: what lies there. */
static bool site_ask_named(struct site *s, struct symbol_thing *out)
{
    const char *at = rdl_statement_argument(&s->statement, "raddle_name");
    const char *end;
    bool address;
    Dwarf_Die type;

    if (at == NULL)
        return false;
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
    if (!rdl_symbols_find(symbols, pc, &place) ||
        !rdl_statement_read(&s.statement, &place) ||
        !rdl_scope_open(&s.scope, symbols, pc, 0))
        return;
    if (!site_ask_named(&s, out))
        *out = (struct symbol_thing){ .name = NULL };
    rdl_scope_close(&s.scope);
}
