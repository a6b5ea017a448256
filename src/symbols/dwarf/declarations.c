/* declarations.c - see declarations.h. */
#include "symbols/dwarf/declarations.h"

#include "symbols/internal.h"
#include "symbols/stack.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

/* Pointers to pointers, arrays of arrays: more are cut. */
#define DEEPEST 8

struct declarations {
    struct rdl_symbols *symbols;
    const char *directory; /* of the unit */
    void (*fn)(void *data, const struct rdl_declaration *d);
    void *data;
};

/* Where it is declared; false if in a file of the system. */
static bool declarations_place(const struct declarations *all, Dwarf_Die *die,
                               struct rdl_declaration *d)
{
    int line;

    d->path = rdl_symbols_declared(all->symbols, die, all->directory);
    if (d->path == NULL || dwarf_decl_line(die, &line) != 0)
        return false;
    d->line = (unsigned)line;
    return !rdl_stack_system_file(d->path);
}

static const char *declarations_keyword(int tag)
{
    switch (tag) {
    case DW_TAG_structure_type:
        return "struct ";
    case DW_TAG_union_type:
        return "union ";
    case DW_TAG_class_type:
        return "class ";
    case DW_TAG_enumeration_type:
        return "enum ";
    default:
        return "";
    }
}

/* The type as C has it, but for arrays and functions: "int []", "int ()". */
static void declarations_type(struct rdl_append *to, Dwarf_Die *die,
                              unsigned depth)
{
    Dwarf_Die type;
    const char *name;

    if (!rdl_symbols_written(die, &type)) {
        rdl_append(to, "void");
        return;
    }
    name = dwarf_diename(&type);
    if (name != NULL || depth == DEEPEST) {
        rdl_append(to, "%s%s", declarations_keyword(dwarf_tag(&type)),
                   name != NULL ? name : "?");
        return;
    }
    switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
        declarations_type(to, &type, depth + 1);
        rdl_append(to, " *");
        break;
    case DW_TAG_array_type:
        declarations_type(to, &type, depth + 1);
        rdl_append(to, " []");
        break;
    case DW_TAG_subroutine_type:
        declarations_type(to, &type, depth + 1);
        rdl_append(to, " ()");
        break;
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_atomic_type:
        rdl_append(to, "%s ",
                   dwarf_tag(&type) == DW_TAG_const_type      ? "const"
                   : dwarf_tag(&type) == DW_TAG_volatile_type ? "volatile"
                                                              : "_Atomic");
        declarations_type(to, &type, depth + 1);
        break;
    default:
        rdl_append(to, "%s?", declarations_keyword(dwarf_tag(&type)));
    }
}

static uint64_t declarations_number(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;

    return dwarf_attr_integrate(die, name, &attribute) != NULL &&
                   dwarf_formudata(&attribute, &value) == 0
               ? value
               : 0;
}

/* `keyword`, `owner`: of its structure; NULL: it is a variable. */
static void declarations_one(const struct declarations *all, Dwarf_Die *die,
                             const char *keyword, const char *owner)
{
    struct rdl_declaration d = { .owner = "", .name = dwarf_diename(die) };
    struct rdl_append to;
    char text[256] = "", whole[256];
    Dwarf_Die type;
    Dwarf_Word size;

    if (d.name == NULL || !declarations_place(all, die, &d))
        return;
    if (owner != NULL) {
        snprintf(whole, sizeof(whole), "%s%s", keyword, owner);
        d.owner = whole;
    }
    to = rdl_append_begin(text, sizeof(text));
    declarations_type(&to, die, 0);
    d.type = text;
    d.offset = 8 * declarations_number(die, DW_AT_data_member_location) +
               declarations_number(die, DW_AT_data_bit_offset);
    d.size = declarations_number(die, DW_AT_bit_size);
    if (d.size == 0 && rdl_symbols_type(die, &type) &&
        dwarf_aggregate_size(&type, &size) == 0)
        d.size = 8 * size;
    all->fn(all->data, &d);
}

static void declarations_members(const struct declarations *all,
                                 Dwarf_Die *type, const char *keyword,
                                 const char *name)
{
    Dwarf_Die member;

    if (name == NULL || dwarf_child(type, &member) != 0)
        return;
    do {
        if (dwarf_tag(&member) == DW_TAG_member)
            declarations_one(all, &member, keyword, name);
    } while (dwarf_siblingof(&member, &member) == 0);
}

/* A structure whose name is that of its typedef only. */
static void declarations_typedef(const struct declarations *all, Dwarf_Die *die)
{
    Dwarf_Die type;

    if (rdl_symbols_written(die, &type) && dwarf_diename(&type) == NULL &&
        (dwarf_tag(&type) == DW_TAG_structure_type ||
         dwarf_tag(&type) == DW_TAG_union_type))
        declarations_members(all, &type, "", dwarf_diename(die));
}

static void declarations_all(const struct declarations *all, Dwarf_Die *parent)
{
    Dwarf_Die die;

    if (dwarf_child(parent, &die) != 0)
        return;
    do {
        switch (dwarf_tag(&die)) {
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
        case DW_TAG_class_type:
            declarations_members(all, &die,
                                 declarations_keyword(dwarf_tag(&die)),
                                 dwarf_diename(&die));
            declarations_all(all, &die);
            break;
        case DW_TAG_typedef:
            declarations_typedef(all, &die);
            break;
        case DW_TAG_namespace:
            declarations_all(all, &die);
            break;
        case DW_TAG_variable:
            if (!dwarf_hasattr(&die, DW_AT_declaration))
                declarations_one(all, &die, NULL, NULL);
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&die, &die) == 0);
}

void rdl_symbols_declarations(struct rdl_symbols *s, uintptr_t address,
                              void (*fn)(void *data,
                                         const struct rdl_declaration *d),
                              void *data)
{
    Dwfl_Module *module = rdl_symbols_open(s, address);
    struct declarations all = { .symbols = s, .fn = fn, .data = data };
    Dwarf_Die *unit = NULL;
    Dwarf_Addr bias;

    if (module == NULL)
        return;
    while ((unit = dwfl_module_nextcu(module, unit, &bias)) != NULL) {
        Dwarf_Attribute attribute;

        all.directory = dwarf_attr(unit, DW_AT_comp_dir, &attribute) != NULL
                            ? dwarf_formstring(&attribute)
                            : NULL;
        declarations_all(&all, unit);
    }
}
