/* type_path.c - from a type and an offset to the part there.  The path ends at
 * the first thing that is opaque to its users: a union (pthread_mutex_t and the
 * like are unions), or a member whose name begins with '_' (the inside of a
 * class of the C++ library). */
#include "symbols/internal.h"

#include <dwarf.h>

bool rdl_symbols_written(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;

    return dwarf_attr_integrate(die, DW_AT_type, &attribute) != NULL &&
           dwarf_formref_die(&attribute, type) != NULL;
}

bool rdl_symbols_type(Dwarf_Die *die, Dwarf_Die *type)
{
    return rdl_symbols_written(die, type) && dwarf_peel_type(type, type) == 0;
}

/* The product of the dimensions after `range`: its stride. */
static Dwarf_Word path_elements_after(Dwarf_Die range)
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

/* Appends "[2][1]"; sets type and offset to those of the element. */
static bool path_into_array(struct rdl_append *t, Dwarf_Die *type,
                            Dwarf_Word *offset)
{
    Dwarf_Die element, range;
    Dwarf_Word size, index;

    if (!rdl_symbols_type(type, &element) ||
        dwarf_aggregate_size(&element, &size) != 0 || size == 0 ||
        dwarf_child(type, &range) != 0)
        return false;
    index = *offset / size;
    *offset %= size;
    do {
        Dwarf_Word stride = path_elements_after(range);

        if (stride == 0)
            return false;
        rdl_append(t, "[%lu]", (unsigned long)(index / stride));
        index %= stride;
    } while (dwarf_siblingof(&range, &range) == 0);
    *type = element;
    return true;
}

/* The same among members, or among base classes. */
static bool path_into_one(struct rdl_append *t, Dwarf_Die *type,
                          Dwarf_Word *offset, int tag)
{
    Dwarf_Die member;

    if (dwarf_child(type, &member) != 0)
        return false;
    do {
        Dwarf_Word at = rdl_symbols_number(&member, DW_AT_data_member_location);
        const char *name = dwarf_diename(&member);
        Dwarf_Die inner;
        Dwarf_Word size;

        if (dwarf_tag(&member) != tag || !rdl_symbols_type(&member, &inner) ||
            *offset < at)
            continue;
        /* An array without a size, at the end, may have any number of elements.
         */
        if (dwarf_aggregate_size(&inner, &size) != 0)
            size = dwarf_tag(&inner) == DW_TAG_array_type ? UINT64_MAX : 0;
        if (*offset - at >= size)
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

/* Appends ".lock"; sets type and offset to those of the member.  Members first:
 * they may be in the padding of a base class. */
static bool path_into_member(struct rdl_append *t, Dwarf_Die *type,
                             Dwarf_Word *offset)
{
    return path_into_one(t, type, offset, DW_TAG_member) ||
           path_into_one(t, type, offset, DW_TAG_inheritance);
}

bool rdl_symbols_step(struct rdl_append *t, Dwarf_Die *type, Dwarf_Word *offset)
{
    switch (dwarf_tag(type)) {
    case DW_TAG_array_type:
        return path_into_array(t, type, offset);
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
        return path_into_member(t, type, offset);
    default:
        return false;
    }
}

void rdl_symbols_into(struct rdl_append *t, Dwarf_Die *type, Dwarf_Word *offset)
{
    rdl_symbols_down(t, type, offset, /*whole=*/false);
}

void rdl_symbols_down(struct rdl_append *t, Dwarf_Die *type, Dwarf_Word *offset,
                      bool whole)
{
    while ((!whole || *offset > 0 || dwarf_tag(type) == DW_TAG_array_type) &&
           rdl_symbols_step(t, type, offset))
        ;
}

void rdl_symbols_inside(struct rdl_append *t,
                        const struct symbol_block_type *object, Dwarf_Word size,
                        Dwarf_Word offset)
{
    const bool several = !object->single && size > object->element &&
                         size % object->element == 0;
    Dwarf_Die type = object->type;

    if (several) {
        rdl_append(t, "[%lu]", (unsigned long)(offset / object->element));
        offset %= object->element;
    }
    rdl_symbols_into(t, &type, &offset);
    if (offset > 0)
        rdl_append(t, "+%lu", (unsigned long)offset);
}
