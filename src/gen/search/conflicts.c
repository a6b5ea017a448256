/* conflicts.c - see conflicts.h. */
#include "gen/search/conflicts.h"

#include <string.h>

#define SEQUENCES 16 /* for each pair, each in two orders */
#define BEFORE 2     /* calls before the pair */
#define AFTER 2      /* calls that may notice */
#define CALLS (BEFORE + 2 + AFTER)

struct looking {
    unsigned n;
    struct rdl_gen_results results[2];
};

static bool look_take(void *data, const struct rdl_gen_results *one)
{
    struct looking *l = data;

    if (l->n < 2)
        l->results[l->n++] = *one;
    return !rdl_gen_late(one);
}

/* Functions that sequences call as they are; the others (those of a lock, of a
 * reference) have that in common. */
static bool look_is_plain(const struct rdl_gen_function *f)
{
    return f->role == RDL_GEN_METHOD || f->role == RDL_GEN_MAKER;
}

/* A method that returns, for the calls around the pair; the pair's own function
 * if there is no other. */
static uint16_t look_any(const struct rdl_gen_maker *m, uint16_t own)
{
    const struct rdl_gen_table *t = m->table;
    uint16_t found = own;
    unsigned n = 0;

    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];
        const struct rdl_gen_habit *h = &m->learnt->habits[i];

        if (rdl_gen_drivable(f) && f->role == RDL_GEN_METHOD && !f->invariant &&
            !f->blocks && !h->blocks && !h->fails && !h->needs &&
            rdl_rng_below(m->rng, ++n) == 0)
            found = (uint16_t)i;
    }
    return found;
}

/* The calls of the pair, which are the last but AFTER, change places. */
static void look_swap(const struct rdl_gen_test *in, unsigned at,
                      struct rdl_gen_test *out)
{
    *out = *in;
    out->prefix.calls[at] = in->prefix.calls[at + 1];
    out->prefix.calls[at + 1] = in->prefix.calls[at];
}

static bool look_differs(const struct looking *l, unsigned n, unsigned at,
                         bool itself)
{
    const struct rdl_gen_results *a = &l->results[0], *b = &l->results[1];

    if (a->n_calls < n || b->n_calls < n)
        return false;
    if (itself && !rdl_gen_same_values(&a->calls[at], &a->calls[at + 1]))
        return true;
    for (unsigned i = at; i < n; i++) {
        const unsigned k = i == at ? at + 1 : i == at + 1 ? at : i;

        if (!rdl_gen_same_values(&a->calls[i], &b->calls[k]))
            return true;
    }
    return false;
}

/* One sequence in both orders. */
static bool look_once(struct rdl_gen_runner *r, const struct rdl_gen_maker *m,
                      struct rdl_gen_pair *p)
{
    struct looking l = { 0 };
    struct rdl_gen_test both[2];
    uint16_t calls[CALLS];
    unsigned n;

    for (unsigned i = 0; i < CALLS; i++)
        calls[i] = i == BEFORE       ? p->f
                   : i == BEFORE + 1 ? p->g
                                     : look_any(m, p->f);
    if (!rdl_gen_make_sequence(m, calls, CALLS, false, &both[0]))
        return true;
    n = both[0].prefix.n;
    look_swap(&both[0], n - AFTER - 2, &both[1]);
    if (!rdl_gen_run_sequences(r, both, 2, look_take, &l))
        return false;
    p->conflicts = l.n == 2 && look_differs(&l, n, n - AFTER - 2, p->f == p->g);
    return true;
}

bool rdl_gen_find_conflicts(struct rdl_gen_runner *r,
                            const struct rdl_gen_maker *m,
                            struct rdl_gen_pairs *pairs)
{
    for (size_t i = 0; i < pairs->n; i++) {
        struct rdl_gen_pair *p = &pairs->all[i];

        p->conflicts = !look_is_plain(&m->table->functions[p->f]) ||
                       !look_is_plain(&m->table->functions[p->g]);
        for (unsigned k = 0; k < SEQUENCES && !p->conflicts && !p->barred;
             k++) {
            if (!look_once(r, m, p))
                return false;
        }
    }
    return true;
}
