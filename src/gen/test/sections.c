/* sections.c - see sections.h. */
#include "gen/test/sections.h"

/* The object that a call is about: the argument for its first parameter of the
 * handle's type; -1: none. */
static int sections_object(const struct rdl_gen_table *t,
                           const struct rdl_wire_call *call)
{
    const struct rdl_gen_function *f = &t->functions[call->function];

    for (size_t i = 0; i < f->n_params; i++) {
        if (f->params[i].kind == RDL_GEN_HANDLE &&
            f->params[i].handle == t->handle)
            return call->arguments[i];
    }
    return -1;
}

/* Does b unlock what a locks? */
static bool sections_closes(const struct rdl_gen_table *t,
                            const struct rdl_wire_call *a,
                            const struct rdl_wire_call *b)
{
    return t->functions[a->function].role == RDL_GEN_LOCK &&
           t->functions[a->function].partner == b->function &&
           sections_object(t, a) == sections_object(t, b);
}

/* A lock that may be taken twice has its unlock behind the inner section. */
unsigned rdl_gen_section(const struct rdl_gen_table *t,
                         const struct rdl_wire_call *calls, unsigned n,
                         unsigned i)
{
    unsigned deep = 0;

    if (t->functions[calls[i].function].role != RDL_GEN_LOCK)
        return 1;
    for (unsigned k = i; k < n; k++) {
        deep += calls[k].function == calls[i].function &&
                sections_object(t, &calls[k]) == sections_object(t, &calls[i]);
        if (sections_closes(t, &calls[i], &calls[k]) && --deep == 0)
            return k - i + 1;
    }
    return 0;
}

/* Is calls[at] in a section of this lock function with the same object, or the
 * end of one? */
static bool sections_within(const struct rdl_gen_table *t,
                            const struct rdl_wire_call *calls, unsigned n,
                            unsigned at, int lock)
{
    for (unsigned i = 0; i < at; i++) {
        if (calls[i].function == lock &&
            sections_object(t, &calls[i]) == sections_object(t, &calls[at]) &&
            at < i + rdl_gen_section(t, calls, n, i))
            return true;
    }
    return false;
}

static bool sections_good(const struct rdl_gen_table *t,
                          const struct rdl_wire_call *calls, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        const struct rdl_gen_function *f = &t->functions[calls[i].function];

        if ((f->role == RDL_GEN_LOCK && rdl_gen_section(t, calls, n, i) == 0) ||
            (f->role == RDL_GEN_UNLOCK &&
             !sections_within(t, calls, n, i, f->partner)) ||
            (f->role == RDL_GEN_BARE &&
             !sections_within(t, calls, n, i, f->inside)))
            return false;
    }
    return true;
}

bool rdl_gen_sections_kept(const struct rdl_gen_table *t,
                           const struct rdl_gen_test *test)
{
    for (unsigned s = 0; s < test->n_suffixes; s++) {
        if (!sections_good(t, test->suffixes[s].calls, test->suffixes[s].n))
            return false;
    }
    return sections_good(t, test->prefix.calls, test->prefix.n) &&
           sections_good(t, test->tail.calls, test->tail.n);
}
