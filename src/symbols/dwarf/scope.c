/* scope.c - see scope.h. */
#include "symbols/dwarf/scope.h"

#include "base/hash.h"
#include "util/alloc.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* --- The place ------------------------------------------------------------ */

struct symbol_scopes_at {
    uintptr_t address; /* 0: free */
    Dwarf_Addr pc;
    int n; /* 0: no debug information */
    Dwarf_Die *scopes;
};

static void scope_search(struct rdl_symbols *s, struct symbol_scopes_at *at)
{
    Dwfl_Module *module = rdl_symbols_open(s, at->address);
    Dwarf_Die *unit;
    Dwarf_Addr bias;

    rdl_symbols_scopes(s)->searched++;
    if (module == NULL)
        return;
    unit = rdl_symbols_unit(module, at->address, &bias);
    if (unit == NULL)
        return;
    at->pc = at->address - bias;
    at->n = rdl_symbols_around(s, unit, at->pc, &at->scopes);
}

static struct symbol_scopes_at *scope_slot(struct symbol_scopes_at *all,
                                           size_t room, uintptr_t address)
{
    size_t i = rdl_mix(0, address) & (room - 1);

    while (all[i].address != 0 && all[i].address != address)
        i = (i + 1) & (room - 1);
    return &all[i];
}

static void scope_grow(struct symbol_scopes *c)
{
    const size_t room = c->room == 0 ? 256 : c->room * 2;
    struct symbol_scopes_at *all = rdl_alloc(room * sizeof(*all));

    for (size_t i = 0; i < c->room; i++) {
        if (c->all[i].address != 0)
            *scope_slot(all, room, c->all[i].address) = c->all[i];
    }
    free(c->all);
    c->all = all;
    c->room = room;
}

static const struct symbol_scopes_at *scope_at(struct rdl_symbols *s,
                                               uintptr_t address)
{
    struct symbol_scopes *c = rdl_symbols_scopes(s);
    struct symbol_scopes_at *at;

    if (c->n * 2 >= c->room)
        scope_grow(c);
    at = scope_slot(c->all, c->room, address);
    if (at->address == 0) {
        at->address = address;
        c->n++;
        scope_search(s, at);
    }
    return at;
}

void rdl_symbols_scopes_free(struct symbol_scopes *c)
{
    for (size_t i = 0; i < c->room; i++)
        free(c->all[i].scopes);
    free(c->all);
    *c = (struct symbol_scopes){ 0 };
}

bool rdl_scope_open(struct symbol_scope *c, struct rdl_symbols *s,
                    uintptr_t return_address, size_t inlined)
{
    const struct symbol_scopes_at *at =
        return_address > 1 ? scope_at(s, return_address - 1) : NULL;
    int first = 0;

    *c = (struct symbol_scope){ .n = 0 };
    if (at == NULL || at->n == 0)
        return false;
    c->pc = at->pc;
    for (; inlined > 0 && first < at->n; first++)
        inlined -= dwarf_tag(&at->scopes[first]) == DW_TAG_inlined_subroutine;
    if (inlined > 0)
        return false;
    c->n = at->n - first;
    c->scopes = rdl_alloc(((size_t)c->n + 1) * sizeof(*c->scopes));
    memcpy(c->scopes, at->scopes + first, (size_t)c->n * sizeof(*c->scopes));
    return true;
}

void rdl_scope_close(struct symbol_scope *c)
{
    free(c->scopes);
    c->scopes = NULL;
    c->n = 0;
}

/* --- Types ---------------------------------------------------------------- */

bool rdl_type_pointee(Dwarf_Die *pointer, Dwarf_Die *type)
{
    Dwarf_Die bare;

    return dwarf_peel_type(pointer, &bare) == 0 &&
           dwarf_tag(&bare) == DW_TAG_pointer_type &&
           rdl_symbols_written(&bare, type);
}

/* Is it a `void *`? */
static bool scope_is_any_pointer(Dwarf_Die *pointer)
{
    Dwarf_Die bare, to;

    return dwarf_peel_type(pointer, &bare) == 0 &&
           dwarf_tag(&bare) == DW_TAG_pointer_type &&
           !rdl_symbols_written(&bare, &to);
}

bool rdl_type_peel(Dwarf_Die *type, Dwarf_Die *bare, Dwarf_Word *size)
{
    return dwarf_peel_type(type, bare) == 0 &&
           dwarf_aggregate_size(bare, size) == 0 && *size > 0;
}

bool rdl_type_is_structure(Dwarf_Die *type)
{
    Dwarf_Die bare;

    if (dwarf_peel_type(type, &bare) != 0)
        return false;
    return dwarf_tag(&bare) == DW_TAG_structure_type ||
           dwarf_tag(&bare) == DW_TAG_class_type;
}

const char *rdl_type_name(struct rdl_symbols *s, Dwarf_Die *type)
{
    Dwarf_Die bare, at = *type;
    const char *name;

    if (dwarf_peel_type(type, &bare) != 0)
        return NULL;
    /* For a structure, its own name, which is the same wherever it is used. */
    name =
        rdl_type_is_structure(&bare) ? rdl_symbols_qualified(s, &bare) : NULL;
    while (name == NULL) {
        const int tag = dwarf_tag(&at);

        if (tag == DW_TAG_pointer_type || tag == DW_TAG_array_type ||
            tag == DW_TAG_subroutine_type)
            return NULL;
        name = dwarf_diename(&at);
        if (name == NULL && !rdl_symbols_written(&at, &at))
            return NULL;
    }
    return name;
}

/* --- Functions ------------------------------------------------------------ */

bool rdl_scope_returns_any(const struct symbol_scope *c)
{
    Dwarf_Die type;

    for (int i = 0; i < c->n; i++) {
        const int tag = dwarf_tag(&c->scopes[i]);

        if (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine)
            return rdl_symbols_written(&c->scopes[i], &type) &&
                   scope_is_any_pointer(&type);
    }
    return false;
}
