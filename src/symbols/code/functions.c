/* functions.c - see functions.h. */
#include "symbols/code/functions.h"

#include "symbols/code/code.h"
#include "symbols/code/code_hash.h"
#include "symbols/internal.h"
#include "symbols/code/machine.h"

#include <dwarf.h>

struct functions {
    struct rdl_symbols *symbols;
    Dwarf_Addr bias;
    const char *directory; /* of the unit */
    void (*fn)(void *data, const struct rdl_function *f);
    void *data;
};

static int functions_one(Dwarf_Die *die, void *data)
{
    const struct functions *all = data;
    const char *name = dwarf_diename(die);
    struct rdl_function f = {
        .name = name,
        .path = rdl_symbols_declared(all->symbols, die, all->directory),
    };
    Dwarf_Addr low, high;
    int line;

    if (f.path == NULL || name == NULL || dwarf_decl_line(die, &line) != 0)
        return DWARF_CB_OK;
    f.line = (unsigned)line;
    if (dwarf_lowpc(die, &low) == 0 && dwarf_highpc(die, &high) == 0) {
        f.low = low + all->bias;
        f.high = high + all->bias;
    }
    all->fn(all->data, &f);
    return DWARF_CB_OK;
}

void rdl_symbols_functions(struct rdl_symbols *s, uintptr_t address,
                           void (*fn)(void *data, const struct rdl_function *f),
                           void *data)
{
    Dwfl_Module *module = rdl_symbols_open(s, address);
    struct functions all = { .symbols = s, .fn = fn, .data = data };
    Dwarf_Die *unit = NULL;

    if (module == NULL)
        return;
    while ((unit = dwfl_module_nextcu(module, unit, &all.bias)) != NULL) {
        Dwarf_Attribute attribute;

        all.directory = dwarf_attr(unit, DW_AT_comp_dir, &attribute) != NULL
                            ? dwarf_formstring(&attribute)
                            : NULL;
        dwarf_getfuncs(unit, functions_one, &all, 0);
    }
}

void rdl_symbols_calls(struct rdl_symbols *s, uintptr_t low, uintptr_t high,
                       void (*fn)(void *data, uintptr_t return_address,
                                  const char *called),
                       void *data)
{
    struct rdl_machine i;
    struct rdl_code code;
    const char *called;

    if (low == 0 || !rdl_code_at(s, low, &code))
        return;
    while (low < high && rdl_machine_decode(&code, low, &i)) {
        called = i.ins.length >= 5 ? rdl_code_called(s, i.next) : NULL;
        if (called != NULL)
            fn(data, i.next, called);
        low = i.next;
    }
}

void rdl_symbols_returns(struct rdl_symbols *s, uintptr_t low, uintptr_t high,
                         void (*fn)(void *data, uintptr_t return_address),
                         void *data)
{
    struct rdl_machine i;
    struct rdl_code code;

    if (low == 0 || !rdl_code_at(s, low, &code))
        return;
    for (; low < high && rdl_machine_decode(&code, low, &i); low = i.next) {
        if (rdl_machine_is_call(&i))
            fn(data, i.next);
    }
}
