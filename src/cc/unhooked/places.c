/* places.c - see places.h.  libdwfl gives the sections of an object addresses
 * of its own. */
#include "cc/unhooked/places.h"

#include "cc/unhooked/image.h"
#include "util/alloc.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>

struct rdl_unhooked_places {
    char *path;
    bool tried;
    Dwfl *dwfl;
    Dwfl_Module *module;
};

struct rdl_unhooked_places *rdl_unhooked_places_new(const char *object)
{
    struct rdl_unhooked_places *p = rdl_alloc(sizeof(*p));

    p->path = rdl_strdup(object);
    return p;
}

void rdl_unhooked_places_free(struct rdl_unhooked_places *p)
{
    if (p->dwfl != NULL)
        dwfl_end(p->dwfl);
    free(p->path);
    free(p);
}

/* libdwfl's address of a place; false if the file cannot be read. */
static bool places_address(struct rdl_unhooked_places *p, uint64_t at,
                           Dwarf_Addr *address)
{
    static const Dwfl_Callbacks callbacks = {
        .find_elf = dwfl_build_id_find_elf,
        .find_debuginfo = dwfl_standard_find_debuginfo,
        .section_address = dwfl_offline_section_address,
    };
    GElf_Shdr header;
    GElf_Addr bias;
    Elf_Scn *section;
    Elf *elf;

    if (!p->tried) {
        p->tried = true;
        p->dwfl = dwfl_begin(&callbacks);
        if (p->dwfl != NULL) {
            p->module = dwfl_report_offline(p->dwfl, "", p->path, -1);
            dwfl_report_end(p->dwfl, NULL, NULL);
        }
    }
    if (p->module == NULL ||
        (elf = dwfl_module_getelf(p->module, &bias)) == NULL ||
        (section = elf_getscn(elf, RDL_IMAGE_SECTION(at))) == NULL ||
        gelf_getshdr(section, &header) == NULL)
        return false;
    *address = header.sh_addr + bias + RDL_IMAGE_OFFSET(at);
    return true;
}

void rdl_unhooked_place(struct rdl_unhooked_places *p, uint64_t at,
                        const char *function, char *out, size_t size)
{
    Dwarf_Addr address, bias;
    Dwarf_Line *line = NULL;
    Dwarf_Die *unit = NULL;
    const char *file;
    int number = 0;

    snprintf(out, size, "%s", function);
    if (!places_address(p, at, &address))
        return;
    /* clang has no table of addresses: each unit must be asked. */
    while (line == NULL &&
           (unit = dwfl_module_nextcu(p->module, unit, &bias)) != NULL)
        line = dwarf_getsrc_die(unit, address - bias);
    file = line != NULL ? dwarf_linesrc(line, NULL, NULL) : NULL;
    if (file != NULL && dwarf_lineno(line, &number) == 0 && number > 0)
        snprintf(out, size, "%s:%d", file, number);
}

/* The type behind names and qualifiers. */
static bool places_type(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    if (dwarf_attr_integrate(die, DW_AT_type, &attribute) == NULL ||
        dwarf_formref_die(&attribute, type) == NULL)
        return false;
    return dwarf_peel_type(type, type) == 0;
}

static bool places_returns_structure(Dwarf_Die *scopes, int n)
{
    Dwarf_Die type;

    for (int i = 0; i < n; i++) {
        if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
            return places_type(&scopes[i], &type) &&
                   (dwarf_tag(&type) == DW_TAG_structure_type ||
                    dwarf_tag(&type) == DW_TAG_union_type ||
                    dwarf_tag(&type) == DW_TAG_class_type);
    }
    return false;
}

bool rdl_unhooked_returns_structure(struct rdl_unhooked_places *p, uint64_t at)
{
    Dwarf_Die *scopes, *unit = NULL;
    Dwarf_Addr address, bias;
    bool structure = false;
    int n;

    if (!places_address(p, at, &address))
        return false;
    while (!structure &&
           (unit = dwfl_module_nextcu(p->module, unit, &bias)) != NULL) {
        scopes = NULL;
        n = dwarf_getscopes(unit, address - bias, &scopes);
        structure = places_returns_structure(scopes, n);
        free(scopes);
    }
    return structure;
}
