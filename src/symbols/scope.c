/* scope.c - see scope.h. */
#include "symbols/scope.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* --- The place ------------------------------------------------------------ */

bool rdl_scope_open(struct symbol_scope *c, struct rdl_symbols *s,
                    uintptr_t return_address, size_t inlined)
{
    Dwfl_Module *module = rdl_symbols_open(s, return_address - 1);
    Dwarf_Die *innermost = NULL, *unit;
    Dwarf_Addr bias;
    int first = 0;

    *c = (struct symbol_scope){ .n = 0 };
    if (module == NULL)
        return false;
    unit = rdl_symbols_unit(module, return_address - 1, &bias);
    if (unit == NULL)
        return false;
    c->pc = return_address - 1 - bias;
    if (dwarf_getscopes(unit, c->pc, &innermost) <= 0)
        return false;
    c->n = dwarf_getscopes_die(&innermost[0], &c->scopes);
    free(innermost);
    for (; inlined > 0 && first < c->n; first++)
        inlined -= dwarf_tag(&c->scopes[first]) == DW_TAG_inlined_subroutine;
    if (c->n <= 0 || inlined > 0) {
        rdl_scope_close(c);
        return false;
    }
    c->n -= first;
    memmove(c->scopes, c->scopes + first, (size_t)c->n * sizeof(*c->scopes));
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
