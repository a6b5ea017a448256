/* data.c - from an address to the variable there.  The symbol table shows which
 * variable; debug information, if there is any, shows which part of it: an
 * element, a member. */
#include "symbols/internal.h"

#include "base/text.h"

#include <dwarf.h>
#include <stdio.h>

static void data_add_part(struct rdl_append *t, Dwarf_Die *variable,
                          Dwarf_Word offset, bool whole)
{
    Dwarf_Die type;

    if (rdl_symbols_type(variable, &type))
        rdl_symbols_down(t, &type, &offset, whole);
    if (offset > 0)
        rdl_append(t, "+%lu", (unsigned long)offset);
}

const char *rdl_symbols_object(struct rdl_symbols *s, uintptr_t addr,
                               Dwfl_Module **module, GElf_Off *offset)
{
    const char *name;
    GElf_Sym symbol;

    *module = rdl_symbols_open(s, addr);
    if (*module == NULL)
        return NULL;
    name = rdl_symbols_nearest(s, *module, addr, offset, &symbol);
    if (name == NULL || name[0] == '\0' || *offset >= symbol.st_size ||
        GELF_ST_TYPE(symbol.st_info) != STT_OBJECT)
        return NULL;
    return name;
}

uintptr_t rdl_symbols_structure(struct rdl_symbols *s, uintptr_t addr)
{
    char elements[64];
    struct rdl_append t = { .out = elements, .size = sizeof(elements) };
    Dwfl_Module *module;
    GElf_Off begin;
    Dwarf_Word offset;
    Dwarf_Die variable, type;

    if (rdl_symbols_object(s, addr, &module, &begin) == NULL ||
        !rdl_symbols_variable(module, addr - begin, &variable) ||
        !rdl_symbols_type(&variable, &type))
        return 0;
    offset = begin;
    while (dwarf_tag(&type) == DW_TAG_array_type) {
        if (!rdl_symbols_step(&t, &type, &offset) ||
            dwarf_peel_type(&type, &type) != 0)
            return 0;
    }
    return dwarf_tag(&type) == DW_TAG_structure_type ||
                   dwarf_tag(&type) == DW_TAG_class_type
               ? addr - offset
               : 0;
}

static bool data_variable_name(struct rdl_symbols *s, uintptr_t addr,
                               bool whole, char *out, size_t size)
{
    struct rdl_append t = { .out = out, .size = size };
    Dwfl_Module *module;
    const char *name;
    GElf_Off offset;
    Dwarf_Die variable;

    name = rdl_symbols_object(s, addr, &module, &offset);
    if (name == NULL)
        return false;
    if (rdl_symbols_variable(module, addr - offset, &variable)) {
        const char *full = rdl_symbols_qualified(s, &variable);

        rdl_append(&t, "%s", full != NULL ? full : name);
        data_add_part(&t, &variable, offset, whole);
        return true;
    }
    rdl_append(&t, "%s", rdl_symbols_demangle(s, name));
    if (offset > 0)
        rdl_append(&t, "+%lu", (unsigned long)offset);
    return true;
}

bool rdl_symbols_data(struct rdl_symbols *s, uintptr_t addr, char *out,
                      size_t size)
{
    if (size == 0)
        return false;
    out[0] = '\0';
    if (!rdl_symbols_labelled(s, addr, out, size) &&
        !data_variable_name(s, addr, /*whole=*/false, out, size) &&
        !rdl_symbols_behind(s, addr, /*whole=*/false, out, size) &&
        !rdl_symbols_block(s, addr, /*whole=*/false, out, size) &&
        !rdl_symbols_local(s, addr, /*whole=*/false, out, size))
        return false;
    rdl_text_clean(out);
    return true;
}

bool rdl_symbols_whole(struct rdl_symbols *s, uintptr_t addr, char *out,
                       size_t size)
{
    const struct rdl_label *l = rdl_symbols_label(s, addr);
    struct rdl_append t = { .out = out, .size = size };

    if (size == 0)
        return false;
    out[0] = '\0';
    if (l != NULL && l->addr == addr)
        rdl_append(&t, "%s", l->text);
    else if (!data_variable_name(s, addr, /*whole=*/true, out, size) &&
             !rdl_symbols_behind(s, addr, /*whole=*/true, out, size) &&
             !rdl_symbols_block(s, addr, /*whole=*/true, out, size) &&
             !rdl_symbols_local(s, addr, /*whole=*/true, out, size))
        return false;
    rdl_text_clean(out);
    return true;
}

bool rdl_symbols_function(struct rdl_symbols *s, uintptr_t addr, char *out,
                          size_t size)
{
    Dwfl_Module *module = rdl_symbols_open(s, addr);
    GElf_Sym symbol;
    GElf_Off offset;
    const char *name;

    if (module == NULL)
        return false;
    name = rdl_symbols_nearest(s, module, addr, &offset, &symbol);
    if (name == NULL || name[0] == '\0' || offset != 0 ||
        GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
        return false;
    snprintf(out, size, "%s", rdl_symbols_demangle(s, name));
    rdl_text_clean(out);
    return true;
}
