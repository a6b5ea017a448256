/* symbol_data.c - from an address to the variable that lies there.
 *
 * The symbol table says which variable; debug information, if there is any,
 * says which part of it: an element, a member.  A part is named down to the
 * first thing that is opaque to its users: a union (pthread_mutex_t and its
 * like are unions), or a member whose name begins with '_' (the inside of a
 * class of the C++ library). */
#include "report/symbol_internal.h"

#include "base/text.h"
#include "report/append.h"

#include <dwarf.h>
#include <stdio.h>
#include <string.h>

/* DWARF has no index of variables by address.  A program with more entries
 * than this gives the symbol's name and an offset instead of a pause. */
#define MOST_DIES 2000000

struct search {
    Dwarf_Addr address; /* as in the file */
    size_t dies;
    Dwarf_Die found;
};

/* --- The variable's entry --------------------------------------------------*/

static bool lies_at(Dwarf_Die *die, Dwarf_Addr address)
{
    Dwarf_Attribute attribute, indexed;
    Dwarf_Addr at;
    Dwarf_Op *ops;
    size_t n;

    if (dwarf_attr(die, DW_AT_location, &attribute) == NULL ||
        dwarf_getlocation(&attribute, &ops, &n) != 0 || n == 0)
        return false;
    if (ops[0].atom == DW_OP_addr)
        return ops[0].number == address;
    /* clang writes an index into .debug_addr. */
    return ops[0].atom == DW_OP_addrx &&
           dwarf_getlocation_attr(&attribute, &ops[0], &indexed) == 0 &&
           dwarf_formaddr(&indexed, &at) == 0 && at == address;
}

static bool may_hold_variables(int tag)
{
    switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
        return true;
    default:
        return false;
    }
}

static bool search_below(struct search *s, Dwarf_Die *parent)
{
    Dwarf_Die die;

    if (dwarf_child(parent, &die) != 0)
        return false;
    do {
        int tag = dwarf_tag(&die);

        if (s->dies++ > MOST_DIES)
            return false;
        if (tag == DW_TAG_variable && lies_at(&die, s->address)) {
            s->found = die;
            return true;
        }
        if (may_hold_variables(tag) && search_below(s, &die))
            return true;
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

static bool find_variable(Dwfl_Module *module, uintptr_t address,
                          Dwarf_Die *found)
{
    Dwarf_Die *cu = NULL;
    struct search s = { .dies = 0 };
    Dwarf_Addr bias;

    while ((cu = dwfl_module_nextcu(module, cu, &bias)) != NULL) {
        s.address = address - bias;
        if (search_below(&s, cu)) {
            *found = s.found;
            return true;
        }
    }
    return false;
}

/* --- The part of it --------------------------------------------------------*/

static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_attr_integrate(die, DW_AT_type, &attribute) != NULL &&
           dwarf_formref_die(&attribute, type) != NULL &&
           dwarf_peel_type(type, type) == 0;
}

/* Elements of the dimensions after `range` together: its stride. */
static Dwarf_Word elements_after(Dwarf_Die range)
{
    Dwarf_Word product = 1;

    while (dwarf_siblingof(&range, &range) == 0) {
        Dwarf_Word count = rdl_symbols_number(&range, DW_AT_count);

        if (count == 0)
            count = rdl_symbols_number(&range, DW_AT_upper_bound) + 1;
        product *= count;
    }
    return product;
}

/* Adds "[2][1]" and leaves the element and the offset in it. */
static bool into_array(struct rdl_append *t, Dwarf_Die *type,
                       Dwarf_Word *offset)
{
    Dwarf_Die element, range;
    Dwarf_Word size, index;

    if (!type_of(type, &element) ||
        dwarf_aggregate_size(&element, &size) != 0 || size == 0 ||
        dwarf_child(type, &range) != 0)
        return false;
    index = *offset / size;
    *offset %= size;
    do {
        Dwarf_Word stride = elements_after(range);

        if (stride == 0)
            return false;
        rdl_append(t, "[%lu]", (unsigned long)(index / stride));
        index %= stride;
    } while (dwarf_siblingof(&range, &range) == 0);
    *type = element;
    return true;
}

/* Adds ".lock" and leaves the member's type and the offset in it. */
static bool into_member(struct rdl_append *t, Dwarf_Die *type,
                        Dwarf_Word *offset)
{
    Dwarf_Die member;

    if (dwarf_child(type, &member) != 0)
        return false;
    do {
        int tag = dwarf_tag(&member);
        Dwarf_Word at = rdl_symbols_number(&member, DW_AT_data_member_location);
        const char *name = dwarf_diename(&member);
        Dwarf_Die inner;
        Dwarf_Word size;

        if (tag != DW_TAG_member && tag != DW_TAG_inheritance)
            continue;
        if (!type_of(&member, &inner) ||
            dwarf_aggregate_size(&inner, &size) != 0 || *offset < at ||
            *offset - at >= size)
            continue;
        if (name != NULL && name[0] == '_')
            return false;
        if (name != NULL && tag == DW_TAG_member)
            rdl_append(t, ".%s", name);
        *type = inner;
        *offset -= at;
        return true;
    } while (dwarf_siblingof(&member, &member) == 0);
    return false;
}

/* Leaves the type of the part and the offset in it. */
static void into_part(struct rdl_append *t, Dwarf_Die *type, Dwarf_Word *offset)
{
    bool deeper = true;

    while (deeper) {
        switch (dwarf_tag(type)) {
        case DW_TAG_array_type:
            deeper = into_array(t, type, offset);
            break;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
            deeper = into_member(t, type, offset);
            break;
        default:
            deeper = false;
        }
    }
}

static void add_part(struct rdl_append *t, Dwarf_Die *variable,
                     Dwarf_Word offset)
{
    Dwarf_Die type;

    if (type_of(variable, &type))
        into_part(t, &type, &offset);
    if (offset > 0)
        rdl_append(t, "+%lu", (unsigned long)offset);
}

/* The variable that holds the byte at addr, NULL if none. */
static const char *symbol_at(struct rdl_symbols *s, uintptr_t addr,
                             Dwfl_Module **module, GElf_Off *offset)
{
    const char *name;
    GElf_Sym symbol;

    *module = rdl_symbols_open(s, addr);
    if (*module == NULL)
        return NULL;
    name =
        dwfl_module_addrinfo(*module, addr, offset, &symbol, NULL, NULL, NULL);
    if (name == NULL || name[0] == '\0' || *offset >= symbol.st_size ||
        GELF_ST_TYPE(symbol.st_info) != STT_OBJECT)
        return NULL;
    return name;
}

static bool data_name(struct rdl_symbols *s, uintptr_t addr, char *out,
                      size_t size)
{
    struct rdl_append t = { .out = out, .size = size };
    Dwfl_Module *module;
    const char *name;
    GElf_Off offset;
    Dwarf_Die variable;

    if (size == 0)
        return false;
    out[0] = '\0';
    name = rdl_symbols_label(s, addr);
    if (name != NULL) {
        rdl_append(&t, "%s", name);
        return true;
    }
    name = symbol_at(s, addr, &module, &offset);
    if (name == NULL)
        return false;
    if (find_variable(module, addr - offset, &variable)) {
        const char *full = rdl_symbols_qualified(s, &variable);

        rdl_append(&t, "%s", full != NULL ? full : name);
        add_part(&t, &variable, offset);
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
    if (!data_name(s, addr, out, size))
        return false;
    rdl_text_clean(out);
    return true;
}

bool rdl_symbols_behind(struct rdl_symbols *s, uintptr_t addr, uint64_t offset,
                        char *out, size_t size)
{
    char scratch[256], part[256] = "";
    struct rdl_append t = { .out = scratch, .size = sizeof(scratch) };
    Dwarf_Die variable, type, pointee;
    Dwfl_Module *module;
    Dwarf_Word whole, at;

    if (symbol_at(s, addr, &module, &at) == NULL ||
        !find_variable(module, addr - at, &variable) ||
        !type_of(&variable, &type))
        return false;
    into_part(&t, &type, &at);
    if (at != 0 || dwarf_tag(&type) != DW_TAG_pointer_type ||
        !type_of(&type, &pointee) ||
        dwarf_aggregate_size(&pointee, &whole) != 0 || offset >= whole ||
        !rdl_symbols_data(s, addr, scratch, sizeof(scratch)))
        return false;
    t = (struct rdl_append){ .out = part, .size = sizeof(part) };
    into_part(&t, &pointee, &offset);
    if (offset > 0)
        rdl_append(&t, "+%lu", (unsigned long)offset);
    if (part[0] == '.')
        snprintf(out, size, "%s->%s", scratch, part + 1);
    else
        snprintf(out, size, "*%s%s", scratch, part);
    rdl_text_clean(out);
    return true;
}
