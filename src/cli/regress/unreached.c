/* unreached.c - changed lines that no execution reached: see regress.h.
 *
 * Coverage knows what threads share.  A changed line that touches only memory
 * of one thread is not in it, though it was executed.  So candidates are the
 * changed lines with an operation whose place coverage would have, according to
 * the machine code, and does not have; and a few executions in which every
 * access counts (--no-learn) say which of these are reached. */
#include "cli/regress/regress.h"

#include "regress/gather.h"
#include "regress/operators.h"
#include "symbols/code/functions.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

struct candidates {
    struct rdl_regress *regress;
    struct rdl_symbols *symbols;
};

/* Does coverage have the place of every call of it?  It has accesses to memory
 * and calls that take a lock; not those that give it back, and of those that
 * only try it has the ones that succeed. */
static bool unreached_sees(const char *called)
{
    const enum rdl_operator op = rdl_operator_of(called);

    return op != RDL_OPERATOR_TRYLOCK && op != RDL_OPERATOR_OTHER;
}

static bool unreached_has(const struct rdl_places *p, const char *file,
                          unsigned line)
{
    for (size_t i = 0; i < p->n; i++) {
        if (p->all[i].line == line && strcmp(p->all[i].file, file) == 0)
            return true;
    }
    return false;
}

/* The path as the comparison has it, which stays; NULL if it does not. */
static const char *unreached_file(const struct rdl_places *p, const char *path)
{
    for (size_t i = 0; i < p->n_sources; i++) {
        if (strcmp(p->sources[i].file, path) == 0)
            return p->sources[i].file;
    }
    return NULL;
}

static void unreached_call(void *data, uintptr_t return_address,
                           const char *called)
{
    struct candidates *c = data;
    struct rdl_regress *r = c->regress;
    const struct rdl_comparison *m = &r->comparison;
    struct rdl_place place;
    const char *file;

    if (!unreached_sees(called) ||
        !rdl_symbols_find(c->symbols, return_address, &place) ||
        place.path == NULL ||
        !rdl_mapping_is_new(&m->mapping, place.path, place.line) ||
        unreached_has(&m->places, place.path, place.line))
        return;
    file = unreached_file(&m->places, place.path);
    for (size_t i = 0; i < r->n_unreached; i++) {
        if (r->unreached[i].line == place.line && r->unreached[i].file == file)
            return;
    }
    r->unreached =
        rdl_grow(r->unreached, (r->n_unreached + 1) * sizeof(*r->unreached));
    r->unreached[r->n_unreached++] =
        (struct rdl_unreached){ .file = file, .line = place.line };
}

/* Only functions that changed are searched. */
static void unreached_function(void *data, const struct rdl_function *f)
{
    struct candidates *c = data;
    const struct rdl_comparison *m = &c->regress->comparison;

    for (size_t i = 0; i < m->places.n_functions; i++) {
        const struct rdl_places_function *known = &m->places.functions[i];
        const struct rdl_mapping_function *how = &m->mapping.functions[i];

        if ((how->changed || !how->known) && known->line == f->line &&
            strcmp(known->name, f->name) == 0 &&
            strcmp(known->file, f->path) == 0) {
            rdl_symbols_calls(c->symbols, f->low, f->high, unreached_call, c);
            return;
        }
    }
}

static void unreached_candidates(struct rdl_regress *r,
                                 const struct rdl_coverage *coverage)
{
    struct candidates c = { .regress = r };
    struct rdl_module *modules;
    size_t n;

    c.symbols = rdl_gather_symbols(coverage, &modules, &n);
    for (size_t i = 0; i < n; i++)
        rdl_symbols_functions(c.symbols, modules[i].start, unreached_function,
                              &c);
    rdl_symbols_free(c.symbols);
    free(modules);
}

static int unreached_compare(const void *x, const void *y)
{
    const struct rdl_unreached *a = x, *b = y;
    const int c = strcmp(a->file, b->file);

    return c != 0 ? c : (a->line > b->line) - (a->line < b->line);
}

void rdl_regress_unreached(struct rdl_regress *r,
                           const struct rdl_test_options *o,
                           struct rdl_campaign *c)
{
    struct rdl_old seen;
    size_t n = 0;

    if (r->comparison.mapping.n_functions == 0)
        return;
    unreached_candidates(r, &c->observe.coverage);
    if (r->n_unreached == 0)
        return;
    if (rdl_regress_look(o, c->options.worker.path, &seen)) {
        for (size_t i = 0; i < r->n_unreached; i++) {
            if (!unreached_has(&seen.places, r->unreached[i].file,
                               r->unreached[i].line))
                r->unreached[n++] = r->unreached[i];
        }
        rdl_old_free(&seen);
        r->n_unreached = n;
    } else {
        r->n_unreached = 0; /* not known */
    }
    if (r->n_unreached > 0)
        qsort(r->unreached, r->n_unreached, sizeof(*r->unreached),
              unreached_compare);
}
