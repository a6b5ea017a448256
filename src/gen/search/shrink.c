/* shrink.c - see shrink.h.  A suffix has six calls at most, so leaving out one
 * call after the other needs no more attempts than delta debugging. */
#include "gen/search/shrink.h"

#include "base/text.h"
#include "gen/test/sections.h"

#include <stdlib.h>
#include <string.h>

/* Executions of an attempt: with a call less the same race is elsewhere. */
#define EXECUTIONS 500

struct shows {
    struct rdl_gen_oracle *oracle;
    struct rdl_gen_finding *out;
    bool found;
};

enum rdl_gen_verdict rdl_gen_judge(const struct rdl_gen_oracle *o,
                                   const struct rdl_gen_results *one,
                                   struct rdl_gen_finding *out)
{
    const enum rdl_gen_verdict v =
        rdl_gen_linearisable(one, &o->outcomes, o->ignored);

    if (!rdl_gen_is_finding(v))
        return v;
    out->verdict = v;
    out->seen = *one;
    out->function = one->function;
    rdl_text_copy(out->kind, v == RDL_GEN_UNSAFE ? one->kind : "",
                  sizeof(out->kind));
    return v;
}

static bool shrink_look(void *data, const struct rdl_gen_results *one)
{
    struct shows *s = data;

    s->found = rdl_gen_is_finding(rdl_gen_judge(s->oracle, one, s->out));
    return !s->found;
}

bool rdl_gen_shows(struct rdl_gen_runner *r, const struct rdl_gen_table *table,
                   const struct rdl_gen_test *test, unsigned n,
                   struct rdl_rng *rng, struct rdl_gen_finding *out)
{
    struct rdl_gen_oracle oracle;
    struct shows s = { .oracle = &oracle, .out = out };

    if (rdl_gen_oracle_ask(&oracle, r, table, test, rng) ==
        RDL_GEN_ORACLE_READY)
        rdl_gen_run_schedules(r, test, n, shrink_look, &s);
    if (s.found) {
        out->test = *test;
        out->ignored = oracle.ignored;
        out->outcomes = oracle.outcomes;
        oracle.outcomes.all = NULL;
    }
    rdl_gen_oracle_free(&oracle);
    return s.found;
}

struct shrinking {
    struct rdl_gen_runner *runner;
    const struct rdl_gen_table *table;
    struct rdl_rng *rng;
    struct rdl_gen_finding *best;
};

/* Not linearisable stays that, a failure stays of its kind. */
static bool shrink_alike(const struct rdl_gen_finding *a,
                         const struct rdl_gen_finding *b)
{
    return (a->verdict == RDL_GEN_UNSAFE) == (b->verdict == RDL_GEN_UNSAFE) &&
           strcmp(a->kind, b->kind) == 0;
}

static bool shrink_try(struct shrinking *s, const struct rdl_gen_test *test)
{
    struct rdl_gen_finding tried = *s->best;

    tried.outcomes = (struct rdl_gen_outcomes){ 0 };
    /* A test that breaks a contract shows nothing, whatever it does. */
    if (s->runner->interrupted || !rdl_gen_sections_kept(s->table, test) ||
        !rdl_gen_shows(s->runner, s->table, test, EXECUTIONS, s->rng, &tried))
        return false;
    if (!shrink_alike(&tried, s->best)) {
        free(tried.outcomes.all);
        return false;
    }
    free(s->best->outcomes.all);
    *s->best = tried;
    return true;
}

static bool shrink_threads(struct shrinking *s)
{
    bool smaller = false;

    for (unsigned i = 0; i < s->best->test.n_suffixes; i++) {
        struct rdl_gen_test t = s->best->test;

        if (t.n_suffixes <= 2)
            break;
        for (unsigned k = i + 1; k < t.n_suffixes; k++)
            t.suffixes[k - 1] = t.suffixes[k];
        t.n_suffixes--;
        smaller |= shrink_try(s, &t);
    }
    return smaller;
}

static void shrink_remove(struct rdl_wire_call *calls, unsigned *n, unsigned i)
{
    memmove(&calls[i], &calls[i + 1], (*n - i - 1) * sizeof(*calls));
    (*n)--;
}

/* Without calls[i]; without its whole section if it locks. */
static void shrink_leave_out(const struct shrinking *s,
                             struct rdl_wire_call *calls, unsigned *n,
                             unsigned i)
{
    for (unsigned left = rdl_gen_section(s->table, calls, *n, i); left > 0;
         left--)
        shrink_remove(calls, n, i);
}

/* A lock goes with its unlock; what is between them stays. */
static bool shrink_unlocked(struct shrinking *s, unsigned suffix, unsigned i)
{
    struct rdl_gen_test t = s->best->test;
    struct rdl_gen_suffix *x = &t.suffixes[suffix];
    const unsigned n = rdl_gen_section(s->table, x->calls, x->n, i);

    if (n <= 2)
        return false;
    shrink_remove(x->calls, &x->n, i + n - 1);
    shrink_remove(x->calls, &x->n, i);
    return shrink_try(s, &t);
}

static bool shrink_suffixes(struct shrinking *s)
{
    bool smaller = false;

    for (unsigned x = 0; x < s->best->test.n_suffixes; x++) {
        for (unsigned i = s->best->test.suffixes[x].n; i-- > 0;) {
            struct rdl_gen_test t = s->best->test;
            struct rdl_gen_suffix *suffix = &t.suffixes[x];

            /* Calls behind this one may have gone with a lock. */
            if (i >= suffix->n)
                continue;
            shrink_leave_out(s, suffix->calls, &suffix->n, i);
            smaller |= (suffix->n > 0 && shrink_try(s, &t)) ||
                       shrink_unlocked(s, x, i);
        }
    }
    return smaller;
}

/* Lets the first call of a suffix come before the threads, with its section. */
static bool shrink_move(struct shrinking *s)
{
    bool smaller = false;

    for (unsigned x = 0; x < s->best->test.n_suffixes; x++) {
        for (;;) {
            struct rdl_gen_test t = s->best->test;
            struct rdl_gen_suffix *suffix = &t.suffixes[x];
            const unsigned n =
                rdl_gen_section(s->table, suffix->calls, suffix->n, 0);

            if (n == 0 || n >= suffix->n || t.prefix.n + n > RDL_WIRE_PREFIX)
                break;
            for (unsigned i = 0; i < n; i++) {
                t.prefix.calls[t.prefix.n++] = suffix->calls[0];
                shrink_remove(suffix->calls, &suffix->n, 0);
            }
            if (!shrink_try(s, &t))
                break;
            smaller = true;
        }
    }
    return smaller;
}

/* Calls that make objects stay: others know the objects by number. */
static bool shrink_makes(const struct shrinking *s,
                         const struct rdl_wire_call *call)
{
    const struct rdl_gen_function *f = &s->table->functions[call->function];

    return f->role == RDL_GEN_MAKER || f->result == RDL_GEN_HANDLE;
}

static bool shrink_rest(struct shrinking *s)
{
    bool smaller = false;

    for (unsigned i = s->best->test.prefix.n; i-- > 0;) {
        struct rdl_gen_test t = s->best->test;

        if (i >= t.prefix.n || shrink_makes(s, &t.prefix.calls[i]))
            continue;
        shrink_leave_out(s, t.prefix.calls, &t.prefix.n, i);
        smaller |= shrink_try(s, &t);
    }
    for (unsigned i = s->best->test.tail.n; i-- > 0;) {
        struct rdl_gen_test t = s->best->test;

        /* What ends objects stays: a person would write it. */
        if (s->table->functions[t.tail.calls[i].function].role == RDL_GEN_ENDER)
            continue;
        shrink_remove(t.tail.calls, &t.tail.n, i);
        smaller |= shrink_try(s, &t);
    }
    return smaller;
}

static bool shrink_argument(struct shrinking *s, struct rdl_gen_test *t,
                            struct rdl_wire_call *call, unsigned i)
{
    const uint8_t was = call->arguments[i];

    for (uint8_t v = 0; v < was && v < 2; v++) {
        call->arguments[i] = v;
        if (shrink_try(s, t))
            return true;
    }
    call->arguments[i] = was;
    return false;
}

static bool shrink_arguments(struct shrinking *s)
{
    struct rdl_gen_test t = s->best->test;
    bool smaller = false;

    for (unsigned c = 0; c < rdl_gen_test_calls(&t); c++) {
        struct rdl_wire_call *call =
            (struct rdl_wire_call *)rdl_gen_test_call(&t, c);
        const struct rdl_gen_function *f = &s->table->functions[call->function];

        for (unsigned i = 0; i < f->n_params; i++) {
            if (f->params[i].kind != RDL_GEN_HANDLE)
                smaller |= shrink_argument(s, &t, call, i);
        }
    }
    return smaller;
}

/* Each outcome once. */
static void shrink_outcomes(struct rdl_gen_finding *f)
{
    struct rdl_gen_outcomes *o = &f->outcomes;
    size_t n = 0;

    for (size_t i = 0; i < o->n; i++) {
        size_t k = 0;

        while (k < n &&
               !rdl_gen_same_results(&o->all[k], &o->all[i], f->ignored))
            k++;
        if (k == n)
            o->all[n++] = o->all[i];
    }
    o->n = n;
}

void rdl_gen_shrink(struct rdl_gen_runner *r, const struct rdl_gen_table *table,
                    struct rdl_rng *rng, struct rdl_gen_finding *f)
{
    struct shrinking s = {
        .runner = r,
        .table = table,
        .rng = rng,
        .best = f,
    };
    bool smaller = true;

    while (smaller && !r->interrupted) {
        smaller = shrink_threads(&s);
        smaller |= shrink_suffixes(&s);
        smaller |= shrink_move(&s);
        smaller |= shrink_rest(&s);
    }
    while (!r->interrupted && shrink_arguments(&s))
        continue;
    shrink_outcomes(f);
}
