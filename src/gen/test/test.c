/* test.c - see test.h. */
#include "gen/test/test.h"

#include "util/fatal.h"

unsigned rdl_gen_test_first(const struct rdl_gen_test *t, unsigned suffix)
{
    unsigned first = t->prefix.n;

    for (unsigned i = 0; i < suffix; i++)
        first += t->suffixes[i].n;
    return first;
}

unsigned rdl_gen_test_calls(const struct rdl_gen_test *t)
{
    return rdl_gen_test_first(t, t->n_suffixes) + t->tail.n;
}

const struct rdl_wire_call *rdl_gen_test_call(const struct rdl_gen_test *t,
                                              unsigned i)
{
    if (i < t->prefix.n)
        return &t->prefix.calls[i];
    i -= t->prefix.n;
    for (unsigned s = 0; s < t->n_suffixes; s++) {
        if (i < t->suffixes[s].n)
            return &t->suffixes[s].calls[i];
        i -= t->suffixes[s].n;
    }
    RDL_ASSERT(i < t->tail.n);
    return &t->tail.calls[i];
}

int rdl_gen_stopped_at(const struct rdl_gen_results *r)
{
    for (unsigned i = 0; i < r->n_calls; i++) {
        if (r->calls[i].called && !r->calls[i].returned)
            return (int)i;
    }
    return -1;
}

bool rdl_gen_same_values(const struct rdl_gen_result *a,
                         const struct rdl_gen_result *b)
{
    if (a->returned != b->returned || a->n_values != b->n_values)
        return false;
    for (unsigned v = 0; v < a->n_values; v++) {
        const struct rdl_wire_value *x = &a->values[v], *y = &b->values[v];

        if (x->kind != y->kind ||
            (x->kind != RDL_WIRE_FRESH &&
             (x->value != y->value || x->hash != y->hash)))
            return false;
    }
    return true;
}
