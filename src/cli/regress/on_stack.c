/* on_stack.c - calls in changed code: see regress.h.  CAPP's heuristics
 * LINE-ON-STACK, METHOD-ON-STACK and CLASS-ON-STACK (thesis, 5.2.2): code
 * counts if a call that it runs inside of is in changed code.
 *
 * Like all that --capp marks, calls are those of the modules that the campaign
 * has met. */
#include "cli/regress/regress.h"

#include "regress/gather.h"
#include "symbols/code/functions.h"
#include "util/die.h"

#include <stdlib.h>

struct marking {
    const struct rdl_regress *regress;
    struct rdl_coverage *coverage;
    struct rdl_symbols *symbols;
    struct rdl_module *modules;
    size_t module; /* at work */
    bool full;
};

static void on_stack_call(void *data, uintptr_t return_address)
{
    struct marking *m = data;
    struct rdl_place place;
    struct rdl_places_place p = { .column = 0 };

    if (!rdl_symbols_find(m->symbols, return_address, &place) ||
        place.path == NULL || place.function == NULL)
        return;
    p.file = place.path;
    p.line = place.line;
    p.function = place.function;
    if (rdl_regress_changed(m->regress, &p) &&
        !rdl_class_changed_call(
            m->coverage,
            rdl_location_key_of((uint32_t)m->module,
                                return_address - m->modules[m->module].base)))
        m->full = true;
}

static void on_stack_function(void *data, const struct rdl_function *f)
{
    struct marking *m = data;

    rdl_symbols_returns(m->symbols, f->low, f->high, on_stack_call, m);
}

void rdl_regress_mark_calls(const struct rdl_regress *r, struct rdl_campaign *c)
{
    struct marking m = { .regress = r, .coverage = &c->observe.coverage };
    size_t n;

    m.symbols = rdl_gather_symbols(m.coverage, &m.modules, &n);
    for (m.module = 0; m.module < n; m.module++)
        rdl_symbols_functions(m.symbols, m.modules[m.module].start,
                              on_stack_function, &m);
    rdl_symbols_free(m.symbols);
    free(m.modules);
    if (m.full)
        rdl_warn("note: --capp=...,stack: changed code has more calls than "
                 "raddle can mark (%d); it knows the first ones",
                 RDL_CHANGED_CALLS / 4 * 3);
}
