/* generate_found.c - see generating.h: counts, and what is found. */
#include "gen/search/generating.h"

#include "base/text.h"
#include "base/time.h"
#include "gen/search/shrink.h"
#include "gen/search/state.h"
#include "gen/test/orders.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

double rdl_generating_seconds(const struct rdl_generating *g)
{
    return (double)(rdl_time_ns() - g->began_ns) / 1e9 + g->seconds_before;
}

void rdl_generating_count(struct rdl_generating *g)
{
    g->result->executions = g->runner.executions;
    g->result->steps = g->runner.steps;
    g->result->seconds = rdl_generating_seconds(g);
}

void rdl_generating_tell(struct rdl_generating *g)
{
    const uint64_t now = rdl_time_ns();

    if (g->o->progress == NULL || now - g->told_ns < 100000000)
        return;
    g->told_ns = now;
    rdl_generating_count(g);
    g->o->progress(g->o->data, g->result);
}

/* --- Findings ------------------------------------------------------------- */

static unsigned generate_calls_of(const struct rdl_gen_test *t,
                                  unsigned function)
{
    const unsigned end = rdl_gen_test_first(t, t->n_suffixes);
    unsigned n = 0;

    for (unsigned i = t->prefix.n; i < end; i++)
        n += rdl_gen_test_call(t, i)->function == function;
    return n;
}

/* Do its suffixes call all that those of a known finding call, as often? */
static bool generate_contains(const struct rdl_gen_test *test,
                              const struct rdl_gen_test *known)
{
    const unsigned end = rdl_gen_test_first(known, known->n_suffixes);

    for (unsigned i = known->prefix.n; i < end; i++) {
        const unsigned f = rdl_gen_test_call(known, i)->function;

        if (generate_calls_of(test, f) < generate_calls_of(known, f))
            return false;
    }
    return true;
}

/* Races of the same two functions: the C test of one shows the others too. */
static bool generate_same_race(const struct rdl_gen_finding *a,
                               const struct rdl_gen_finding *b)
{
    return a->verdict == RDL_GEN_RACES && b->verdict == RDL_GEN_RACES &&
           ((a->f == b->f && a->g == b->g) || (a->f == b->g && a->g == b->f));
}

static struct rdl_gen_finding *generate_among(struct rdl_gen_finding *findings,
                                              size_t n,
                                              const struct rdl_gen_finding *f)
{
    for (size_t i = 0; i < n; i++) {
        struct rdl_gen_finding *known = &findings[i];

        if ((known->verdict == RDL_GEN_UNSAFE) ==
                (f->verdict == RDL_GEN_UNSAFE) &&
            known->verdict != RDL_GEN_RACES && f->verdict != RDL_GEN_RACES &&
            rdl_gen_same_kind(known->kind, f->kind) &&
            generate_contains(&f->test, &known->test))
            return known;
        if (generate_same_race(known, f))
            return known;
    }
    return NULL;
}

static struct rdl_gen_finding *generate_known(const struct rdl_generating *g,
                                              const struct rdl_gen_finding *f)
{
    return generate_among(g->result->findings, g->result->n_findings, f);
}

/* What an earlier session in the same directory found, to say so of what is
 * found again.  Not having it is not an error. */
void rdl_generating_recall(struct rdl_generating *g)
{
    struct rdl_error error = { 0 };
    uint64_t rng, tests;

    g->earlier.learnt.n = g->o->table->n_functions;
    if (g->o->state != NULL && !g->o->resume)
        rdl_gen_state_load(g->o->state, g->o->table, &g->earlier, &rng, &tests,
                           NULL, &error);
}

void rdl_generating_save(struct rdl_generating *g)
{
    rdl_generating_count(g);
    if (g->o->state != NULL)
        g->result->not_saved = -rdl_gen_state_save(
            g->o->state, g->o->table, g->result, g->rng.state, g->tests);
}

/* It belongs to the functions that are left when it is shrunk, if those are a
 * pair; else to the pair that the test was made for. */
static void generate_count_found(struct rdl_generating *g,
                                 const struct rdl_gen_finding *f,
                                 struct rdl_gen_pair *made_for)
{
    struct rdl_gen_pair *p = rdl_gen_pairs_find(&g->result->pairs, f->f, f->g);

    (p != NULL ? p : made_for)->found++;
}

bool rdl_generating_knows(const struct rdl_generating *g,
                          const struct rdl_gen_finding *f)
{
    return generate_known(g, f) != NULL;
}

void rdl_generating_add(struct rdl_generating *g, struct rdl_gen_finding *f)
{
    const struct rdl_gen_finding *known =
        generate_among(g->earlier.findings, g->earlier.n_findings, f);
    struct rdl_gen_campaign *r = g->result;

    if (known != NULL && known->source != NULL)
        f->earlier = rdl_strdup(known->source);
    r->findings =
        rdl_grow(r->findings, (r->n_findings + 1) * sizeof(*r->findings));
    r->findings[r->n_findings++] = *f;
    rdl_generating_save(g);
    if (g->o->found != NULL)
        g->o->found(g->o->data, &r->findings[r->n_findings - 1]);
    rdl_generating_save(g);
}

void rdl_generating_found(struct rdl_generating *g, struct rdl_gen_finding *f,
                          struct rdl_gen_pair *pair)
{
    struct rdl_gen_finding *known = generate_known(g, f);

    if (known == NULL) {
        f->calls_before = rdl_gen_test_calls(&f->test);
        f->test_number = g->tests;
        f->executions = g->runner.executions;
        f->seconds = rdl_generating_seconds(g);
        f->times = 1;
        rdl_gen_shrink(&g->runner, g->o->table, &g->rng, f);
        /* An order that was not run may fail in this way too. */
        if (f->verdict == RDL_GEN_UNSAFE &&
            rdl_gen_orders_count(&f->test) > RDL_GEN_ORDERS) {
            g->result->undecided++;
            free(f->outcomes.all);
            return;
        }
        f->f = f->test.suffixes[0].calls[0].function;
        f->g = f->test.suffixes[1].calls[0].function;
        known = generate_known(g, f);
    }
    generate_count_found(g, known != NULL ? known : f, pair);
    if (known != NULL) {
        known->times++;
        free(f->outcomes.all);
        return;
    }
    rdl_generating_add(g, f);
}
