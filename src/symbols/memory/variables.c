/* variables.c - from the address at which a variable begins to its entry of
 * debug information.
 *
 * DWARF has no index of variables by address.  A program may be asked about
 * thousands of addresses, so each module gets an index.  It grows by one unit
 * at a time, and only while an address is not in it. */
#include "symbols/internal.h"

#include "base/hash.h"
#include "util/alloc.h"

#include <dwarf.h>
#include <stdlib.h>

/* In a program with more entries than this, raddle names what it has not found
 * among them by symbol and offset, which avoids a long pause. */
#define MOST_DIES 2000000

struct variable {
    Dwarf_Addr address; /* as in the process */
    Dwarf_Die die;      /* .addr NULL: a free slot */
};

struct variables {   /* of a module */
    Dwarf_Die *unit; /* the latest in the index */
    bool ended;      /* there are no more */
    size_t dies;
    size_t n, room; /* room: a power of two */
    struct variable *all;
};

static struct variable *variables_slot(struct variable *all, size_t room,
                                       Dwarf_Addr address)
{
    size_t i = rdl_mix(0, address) & (room - 1);

    while (all[i].die.addr != NULL && all[i].address != address)
        i = (i + 1) & (room - 1);
    return &all[i];
}

static void variables_grow(struct variables *v)
{
    const size_t room = v->room == 0 ? 64 : v->room * 2;
    struct variable *all = rdl_alloc(room * sizeof(*all));

    for (size_t i = 0; i < v->room; i++) {
        if (v->all[i].die.addr != NULL)
            *variables_slot(all, room, v->all[i].address) = v->all[i];
    }
    free(v->all);
    v->all = all;
    v->room = room;
}

/* The first entry of an address stays. */
static void variables_add(struct variables *v, Dwarf_Addr address,
                          const Dwarf_Die *die)
{
    struct variable *slot;

    if (v->n * 2 >= v->room)
        variables_grow(v);
    slot = variables_slot(v->all, v->room, address);
    if (slot->die.addr != NULL)
        return;
    *slot = (struct variable){ .address = address, .die = *die };
    v->n++;
}

/* Where a variable with a fixed address begins, as in the file. */
static bool variables_begin(Dwarf_Die *die, Dwarf_Addr *at)
{
    Dwarf_Attribute attribute, indexed;
    Dwarf_Block block;
    Dwarf_Op *ops;
    size_t n;

    /* Most variables are local ones.  libdw would decode and keep their
     * expressions. */
    if (dwarf_attr(die, DW_AT_location, &attribute) == NULL ||
        dwarf_formblock(&attribute, &block) != 0 || block.length == 0 ||
        (block.data[0] != DW_OP_addr && block.data[0] != DW_OP_addrx) ||
        dwarf_getlocation(&attribute, &ops, &n) != 0 || n == 0)
        return false;
    *at = ops[0].number;
    /* clang writes an index into .debug_addr. */
    return ops[0].atom == DW_OP_addr ||
           (dwarf_getlocation_attr(&attribute, &ops[0], &indexed) == 0 &&
            dwarf_formaddr(&indexed, at) == 0);
}

static bool variables_below(int tag)
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

static void variables_take(struct variables *v, Dwarf_Die *parent,
                           Dwarf_Addr bias)
{
    Dwarf_Die die;
    Dwarf_Addr at;

    if (dwarf_child(parent, &die) != 0)
        return;
    do {
        int tag = dwarf_tag(&die);

        if (v->dies++ > MOST_DIES)
            return;
        if (tag == DW_TAG_variable && variables_begin(&die, &at))
            variables_add(v, at + bias, &die);
        if (variables_below(tag))
            variables_take(v, &die, bias);
    } while (dwarf_siblingof(&die, &die) == 0);
}

static struct variables *variables_of(Dwfl_Module *module)
{
    void **data;

    dwfl_module_info(module, &data, NULL, NULL, NULL, NULL, NULL, NULL);
    if (*data == NULL) {
        *data = rdl_alloc(sizeof(struct variables));
        variables_grow(*data);
    }
    return *data;
}

bool rdl_symbols_variable(Dwfl_Module *module, uintptr_t address,
                          Dwarf_Die *found)
{
    struct variables *v = variables_of(module);
    const struct variable *slot;
    Dwarf_Addr bias;

    while ((slot = variables_slot(v->all, v->room, address))->die.addr ==
               NULL &&
           !v->ended) {
        Dwarf_Die *unit = v->dies > MOST_DIES
                              ? NULL
                              : dwfl_module_nextcu(module, v->unit, &bias);

        v->ended = unit == NULL;
        if (unit == NULL)
            return false;
        v->unit = unit;
        variables_take(v, unit, bias);
    }
    *found = slot->die;
    return slot->die.addr != NULL;
}

size_t rdl_symbols_variables_read(Dwfl_Module *module)
{
    return variables_of(module)->dies;
}

void rdl_symbols_variables_free(Dwfl_Module *module)
{
    struct variables *v;
    void **data;

    dwfl_module_info(module, &data, NULL, NULL, NULL, NULL, NULL, NULL);
    v = *data;
    if (v == NULL)
        return;
    free(v->all);
    free(v);
    *data = NULL;
}
