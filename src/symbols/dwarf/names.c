/* names.c - names of functions and variables as C++ writes them. */
#include "symbols/internal.h"

#include "util/demangle.h"

#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *rdl_symbols_demangle(struct rdl_symbols *s, const char *name)
{
    char *plain = rdl_demangle(name);
    const char *result;

    if (plain == NULL)
        return name;
    rdl_demangle_plain(plain);
    result = rdl_symbols_keep(s, plain);
    free(plain);
    return result;
}

/* The declaration that gives the name its scope: a definition outside its class
 * refers to it. */
static Dwarf_Die names_declared(Dwarf_Die die)
{
    static const unsigned back[] = { DW_AT_abstract_origin,
                                     DW_AT_specification };

    for (size_t i = 0; i < 2; i++) {
        Dwarf_Attribute attribute;
        Dwarf_Die origin;

        if (dwarf_attr(&die, back[i], &attribute) != NULL &&
            dwarf_formref_die(&attribute, &origin) != NULL)
            die = origin;
    }
    return die;
}

static bool names_is_scope(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);

    return tag == DW_TAG_namespace || tag == DW_TAG_class_type ||
           tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

const char *rdl_symbols_qualified(struct rdl_symbols *s, Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);
    Dwarf_Die home = names_declared(*die), *scopes = NULL;
    char text[512] = "";
    int n;

    if (name == NULL)
        return NULL;
    n = rdl_symbols_path(s, &home, &scopes);
    for (int i = n - 1; i > 0; i--) {
        const char *outer =
            names_is_scope(&scopes[i]) ? dwarf_diename(&scopes[i]) : NULL;
        size_t used = strlen(text);

        if (outer != NULL)
            snprintf(text + used, sizeof(text) - used, "%s::", outer);
    }
    free(scopes);
    if (text[0] == '\0' && strchr(name, '<') == NULL)
        return name;
    n = (int)strlen(text);
    snprintf(text + n, sizeof(text) - n, "%s", name);
    rdl_demangle_plain(text);
    return rdl_symbols_keep(s, text);
}
