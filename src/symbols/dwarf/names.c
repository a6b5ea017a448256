/* names.c - names of functions and variables as C++ writes them. */
#include "symbols/internal.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangler(const char *, char *, size_t *, int *);

/* libstdc++ is loaded only for a C++ symbol, so that a machine without it loses
 * only the demangled name. */
static demangler *names_find_demangler(void)
{
    static demangler *found;
    static bool asked;
    void *library;

    if (asked)
        return found;
    asked = true;
    library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);
    if (library != NULL)
        *(void **)&found = dlsym(library, "__cxa_demangle");
    return found;
}

const char *rdl_symbols_demangle(struct rdl_symbols *s, const char *name)
{
    demangler *demangle;
    const char *result = name;
    char *plain;
    int status;

    if (strncmp(name, "_Z", 2) != 0)
        return name;
    demangle = names_find_demangler();
    if (demangle == NULL)
        return name;
    plain = demangle(name, NULL, NULL, &status);
    if (plain != NULL)
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
    if (text[0] == '\0')
        return name;
    n = (int)strlen(text);
    snprintf(text + n, sizeof(text) - n, "%s", name);
    return rdl_symbols_keep(s, text);
}
