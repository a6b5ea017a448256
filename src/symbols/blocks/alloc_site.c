/* alloc_site.c - the contents of a heap block, by where it was allocated.
 *
 * The types of the program's pointers show it: the type of the variable or
 * member that receives the call's result, or of a parameter that gets it
 * (block_flow.c).  The size of the block must agree with the type.  A function
 * that returns a `void *` which is provably the block, as xmalloc does, does
 * not show the type; its caller does. */
#include "symbols/internal.h"

#include "symbols/blocks/block_flow.h"
#include "symbols/dwarf/scope.h"
#include "symbols/stack.h"

#include <dwarf.h>
#include <string.h>

struct site {
    struct rdl_symbols *symbols;
    Dwarf_Word size;  /* of the block */
    uintptr_t called; /* return address of the program's call */
    bool asked;       /* the arguments are in `request` */
    struct symbol_request request;
};

/* --- Types ---------------------------------------------------------------- */

/* Is its last member an array without a size? */
static bool site_has_flexible_end(Dwarf_Die *structure)
{
    Dwarf_Die die, last, type, range;
    bool found = false;

    if (dwarf_child(structure, &die) != 0)
        return false;
    do {
        if (dwarf_tag(&die) == DW_TAG_member) {
            last = die;
            found = true;
        }
    } while (dwarf_siblingof(&die, &die) == 0);
    if (!found || !rdl_symbols_type(&last, &type) ||
        dwarf_tag(&type) != DW_TAG_array_type)
        return false;
    return dwarf_child(&type, &range) != 0 ||
           (!dwarf_hasattr(&range, DW_AT_upper_bound) &&
            !dwarf_hasattr(&range, DW_AT_count));
}

/* How structures fill a block of that size; false if it is ambiguous. */
static bool site_fits(struct site *s, struct symbol_block_type *t)
{
    if (t->element == s->size) {
        t->exact = true;
        return true;
    }
    if (t->element > s->size)
        return false;
    /* The bytes after a structure may belong to something else, unless the call
     * asks for a number of structures. */
    if (!s->asked)
        rdl_symbols_request(s->symbols, s->called, &s->request);
    s->asked = true;
    if (s->request.array || s->request.element == t->element)
        return s->size % t->element == 0;
    t->single = site_has_flexible_end(&t->type);
    return t->single;
}

/* A structure has the name of its type, anything else the name of the pointer
 * to it. */
static bool site_describe(struct site *s, const struct symbol_use *use,
                          struct symbol_block_type *out)
{
    Dwarf_Die type = use->type;
    const char *name;

    *out = (struct symbol_block_type){ .name = NULL };
    if (!rdl_type_peel(&type, &out->type, &out->element))
        return false;
    out->pointer = !rdl_type_is_structure(&type);
    name = out->pointer ? use->name : rdl_type_name(s->symbols, &type);
    if (name == NULL || name[0] == '\0')
        return false;
    if (out->pointer ? s->size % out->element != 0 : !site_fits(s, out))
        return false;
    out->name = rdl_symbols_keep(s->symbols, name);
    return true;
}

/* The use that decides: the only structure that fits; if no pointer is to a
 * structure, the first pointer.  Its number, or -1. */
static int site_settle(struct site *s, struct symbol_uses *u,
                       struct symbol_block_type *out)
{
    struct symbol_block_type one;
    bool structures = false;
    int found = -1;

    *out = (struct symbol_block_type){ .name = NULL };
    for (size_t i = 0; i < u->n; i++) {
        if (!rdl_type_is_structure(&u->all[i].type))
            continue;
        structures = true;
        if (!site_describe(s, &u->all[i], &one))
            continue;
        if (found >= 0 &&
            dwarf_dieoffset(&one.type) != dwarf_dieoffset(&out->type)) {
            *out = (struct symbol_block_type){ .name = NULL };
            return -1;
        }
        if (found < 0) {
            *out = one;
            found = (int)i;
        }
    }
    if (!structures && u->n > 0 && site_describe(s, &u->all[0], out))
        found = 0;
    return found;
}

/* --- Frames --------------------------------------------------------------- */

/* Is it a library function that returns the block that it allocates, and
 * allocates no other? */
static bool site_is_allocator(const struct rdl_place *p)
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

/* The frame of the program around all[k] of frames[i]; false if not known. */
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

/* Which of the calls inlined there is the function of a use; the innermost of
 * the program if not known. */
static size_t site_inlined(const struct rdl_place *all, size_t n, size_t own,
                           const char *function)
{
    for (size_t k = own; function != NULL && k < n; k++) {
        if (all[k].function != NULL &&
            strncmp(all[k].function, function, strlen(function)) == 0 &&
            rdl_stack_own(&all[k]))
            return k;
    }
    return own;
}

/* Does the function that the call returns to return a `void *`? */
static bool site_returns_any(struct rdl_symbols *s, uintptr_t return_address)
{
    struct symbol_scope scope;
    bool any = false;

    if (!rdl_scope_open(&scope, s, return_address, 0))
        return false;
    any = rdl_scope_returns_any(&scope);
    rdl_scope_close(&scope);
    return any;
}

void rdl_symbols_site(struct rdl_symbols *symbols, const uintptr_t *frames,
                      size_t n, Dwarf_Word size, struct symbol_block_type *out,
                      struct rdl_place places[2])
{
    struct rdl_place all[RDL_MOST_INLINED];
    struct site s = { .symbols = symbols, .size = size };
    bool kept = false; /* a library keeps it, as far as raddle knows */

    *out = (struct symbol_block_type){ .name = NULL };
    memset(places, 0, 2 * sizeof(*places));
    if (n > 0)
        /* If none is the program's own. */
        rdl_symbols_find(symbols, frames[0], &places[0]);
    for (size_t i = 0; i < n; i++) {
        const size_t inlined =
            rdl_symbols_frames(symbols, frames[i], all, RDL_MOST_INLINED);
        struct symbol_uses uses;
        size_t own = 0;
        int use;

        for (; own < inlined && !rdl_stack_own(&all[own]); own++)
            kept = kept || !site_is_allocator(&all[own]);
        if (own == inlined)
            continue;
        if (s.called == 0)
            s.called = frames[i];
        rdl_symbols_follow(symbols, frames[i], &uses);
        use = !kept ? site_settle(&s, &uses, out) : -1;
        if (use >= 0)
            own = site_inlined(all, inlined, own, uses.all[use].function);
        places[0] = all[own];
        memset(&places[1], 0, sizeof(places[1]));
        site_frame_around(symbols, frames, n, i, own, &places[1]);
        if (use >= 0 || kept || !uses.returned || uses.stored ||
            !site_returns_any(symbols, frames[i]))
            return;
    }
}
