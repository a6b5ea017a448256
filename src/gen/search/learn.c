/* learn.c - see learn.h.
 *
 * The smallest sequence that fails has one or two calls in nearly all cases, so
 * that is what is looked for: a function that fails alone, and pairs (f, g) of
 * which g fails after f. */
#include "gen/search/learn.h"

#include "base/text.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

#define ALONE 12        /* sequences of one call, for each function */
#define PAIR 6          /* of a pair, when a longer one has failed */
#define LONG 5          /* calls of a longer sequence, at most */
#define PER_FUNCTION 24 /* longer sequences */
#define FEWEST 60
#define MOST 2000
#define LATE 2  /* executions that do not end in time */
#define PURE 64 /* sequences that must not notice a pure function */

void rdl_gen_learnt_make(struct rdl_gen_learnt *l, size_t n)
{
    *l = (struct rdl_gen_learnt){ .n = n };
    l->habits = rdl_alloc(n * sizeof(*l->habits) + 1);
    l->after = rdl_alloc(n * n + 1);
}

void rdl_gen_learnt_free(struct rdl_gen_learnt *l)
{
    free(l->habits);
    free(l->after);
}

struct learning {
    struct rdl_gen_runner *runner;
    struct rdl_gen_maker maker;
    struct rdl_gen_learnt *learnt;
    uint16_t *functions; /* that sequences call */
    size_t n;
    /* The sequences under way, and what became of them. */
    struct rdl_gen_test *tests;
    struct rdl_gen_results *results;
    size_t n_tests, n_results, room;
    size_t abandoned;
};

static bool learn_take(void *data, const struct rdl_gen_results *one)
{
    struct learning *l = data;

    l->results[l->n_results++] = *one;
    return !rdl_gen_late(one);
}

void rdl_gen_learn_late(struct rdl_gen_learnt *l, const struct rdl_gen_test *t,
                        const struct rdl_gen_results *r)
{
    const int at = rdl_gen_late(r) ? rdl_gen_stopped_at(r) : -1;
    struct rdl_gen_habit *h;

    if (at < 0)
        return;
    h = &l->habits[rdl_gen_test_call(t, (unsigned)at)->function];
    h->late++;
    if (h->late < LATE)
        return;
    h->fails = true;
    rdl_text_copy(h->kind,
                  h->returned > 0 ? "it does not always return"
                                  : "it does not return",
                  sizeof(h->kind));
}

static void learn_note(struct learning *l, const struct rdl_gen_test *t,
                       const struct rdl_gen_results *r)
{
    l->learnt->sequences++;
    l->abandoned += r->ending == RDL_GEN_ABANDONED;
    for (unsigned i = 0; i < r->n_calls; i++) {
        const unsigned f = rdl_gen_test_call(t, i)->function;
        struct rdl_gen_habit *h = &l->learnt->habits[f];

        h->called += r->calls[i].called;
        h->returned += r->calls[i].returned;
        if (!r->calls[i].called || r->calls[i].returned)
            continue;
        h->blocks |= r->ending == RDL_GEN_STUCK && !rdl_gen_fails(r);
        if (rdl_gen_fails(r))
            rdl_text_copy(h->kind, r->kind, sizeof(h->kind));
        else if (r->ending == RDL_GEN_CUT && !l->runner->over)
            rdl_text_copy(h->kind,
                          r->cut == RDL_GEN_CUT_ENDED ? "it ends the process"
                                                      : "it does not return",
                          sizeof(h->kind));
    }
    if (!l->runner->over)
        rdl_gen_learn_late(l->learnt, t, r);
    l->learnt->failed += rdl_gen_fails(r);
}

static bool learn_calls_failing(const struct learning *l,
                                const struct rdl_gen_test *t)
{
    for (unsigned i = 0; i < rdl_gen_test_calls(t); i++) {
        if (l->learnt->habits[rdl_gen_test_call(t, i)->function].fails)
            return true;
    }
    return false;
}

/* Removes those of the tests from `from` on that call what is left out by now.
 */
static void learn_drop(struct learning *l, size_t from)
{
    size_t n = from;

    for (size_t i = from; i < l->n_tests; i++) {
        if (!learn_calls_failing(l, &l->tests[i]))
            l->tests[n++] = l->tests[i];
    }
    l->n_tests = n;
}

/* Runs what was added, and notes it.  A function that does not return costs
 * real time: after LATE executions no more sequences call it. */
static bool learn_run(struct learning *l)
{
    bool runs = true;

    l->n_results = 0;
    learn_drop(l, 0);
    while (runs && l->n_results < l->n_tests) {
        const size_t at = l->n_results;

        runs = rdl_gen_run_sequences(l->runner, l->tests + at, l->n_tests - at,
                                     learn_take, l);
        for (size_t i = at; i < l->n_results; i++)
            learn_note(l, &l->tests[i], &l->results[i]);
        learn_drop(l, l->n_results);
    }
    return runs;
}

static struct rdl_gen_test *learn_room(struct learning *l)
{
    if (l->n_tests == l->room) {
        l->room = l->room == 0 ? 64 : 2 * l->room;
        l->tests = rdl_grow(l->tests, l->room * sizeof(*l->tests));
        l->results = rdl_grow(l->results, l->room * sizeof(*l->results));
    }
    return &l->tests[l->n_tests];
}

/* The functions with what must come before and after them. */
static void learn_add(struct learning *l, const uint16_t *functions, unsigned n)
{
    uint16_t all[RDL_WIRE_PREFIX];
    unsigned m = 0;

    for (unsigned i = 0; i < n && m + 3 <= RDL_WIRE_PREFIX; i++) {
        const struct rdl_gen_function *f =
            &l->maker.table->functions[functions[i]];
        const int lock = f->role == RDL_GEN_LOCK     ? (int)functions[i]
                         : f->role == RDL_GEN_UNLOCK ? f->partner
                         : f->role == RDL_GEN_BARE   ? f->inside
                                                     : -1;

        if (lock >= 0)
            all[m++] = (uint16_t)lock;
        if (lock < 0 || f->role == RDL_GEN_BARE)
            all[m++] = functions[i];
        if (lock >= 0)
            all[m++] = (uint16_t)l->maker.table->functions[lock].partner;
    }
    if (rdl_gen_make_sequence(&l->maker, all, m, true, learn_room(l)))
        l->n_tests++;
}

/* --- Which functions fail ------------------------------------------------- */

static bool learn_alone(struct learning *l)
{
    for (size_t i = 0; i < l->n; i++) {
        unsigned failed = 0;

        l->n_tests = 0;
        for (unsigned k = 0; k < ALONE; k++)
            learn_add(l, &l->functions[i], 1);
        if (!learn_run(l))
            return false;
        for (size_t k = 0; k < l->n_results; k++) {
            const int at = rdl_gen_stopped_at(&l->results[k]);

            failed += rdl_gen_fails(&l->results[k]) && at >= 0 &&
                      rdl_gen_test_call(&l->tests[k], (unsigned)at)->function ==
                          l->functions[i];
        }
        if (failed == l->n_results && failed > 0)
            l->learnt->habits[l->functions[i]].needs = true;
    }
    return true;
}

/* Sequence k has failed in its call g: does g fail after one of the calls
 * before it? */
static bool learn_pairs_of(struct learning *l, const struct rdl_gen_test *t,
                           unsigned at)
{
    const unsigned g = rdl_gen_test_call(t, at)->function;

    for (unsigned i = 0; i < at; i++) {
        const unsigned f = rdl_gen_test_call(t, i)->function;
        const uint16_t both[] = { (uint16_t)f, (uint16_t)g };
        bool *fails = &l->learnt->after[f * l->learnt->n + g];

        if (*fails || l->learnt->habits[g].needs ||
            l->maker.table->functions[f].role == RDL_GEN_MAKER)
            continue;
        l->n_tests = 0;
        for (unsigned k = 0; k < PAIR; k++)
            learn_add(l, both, 2);
        if (!learn_run(l))
            return false;
        for (size_t k = 0; k < l->n_results; k++) {
            const int stopped = rdl_gen_stopped_at(&l->results[k]);

            *fails |=
                rdl_gen_fails(&l->results[k]) && stopped >= 0 &&
                rdl_gen_test_call(&l->tests[k], (unsigned)stopped)->function ==
                    g;
        }
    }
    return true;
}

struct failure {
    struct rdl_gen_test test;
    unsigned at;
};

static bool learn_long(struct learning *l)
{
    size_t n = l->n * PER_FUNCTION, n_failures = 0;
    struct failure *failures;
    bool fine = true;

    n = n < FEWEST ? FEWEST : n > MOST ? MOST : n;
    l->n_tests = 0;
    for (size_t i = 0; i < n; i++) {
        uint16_t some[LONG];
        const unsigned k = 2 + (unsigned)rdl_rng_below(l->maker.rng, LONG - 1);

        for (unsigned j = 0; j < k; j++)
            some[j] = l->functions[rdl_rng_below(l->maker.rng, l->n)];
        learn_add(l, some, k);
    }
    if (!learn_run(l))
        return false;
    failures = rdl_alloc(l->n_results * sizeof(*failures) + 1);
    for (size_t i = 0; i < l->n_results; i++) {
        const int at = rdl_gen_stopped_at(&l->results[i]);

        if (rdl_gen_fails(&l->results[i]) && at >= 0)
            failures[n_failures++] =
                (struct failure){ l->tests[i], (unsigned)at };
    }
    for (size_t i = 0; i < n_failures && fine; i++)
        fine = learn_pairs_of(l, &failures[i].test, failures[i].at);
    free(failures);
    return fine;
}

/* --- Which functions only look -------------------------------------------- */

static bool learn_could_be_pure(const struct learning *l, unsigned f)
{
    const struct rdl_gen_habit *h = &l->learnt->habits[f];
    const struct rdl_gen_function *function = &l->maker.table->functions[f];

    return h->returned > 0 && h->returned == h->called && !h->blocks &&
           !h->needs && function->role == RDL_GEN_METHOD &&
           (function->compare == RDL_GEN_EXACT ||
            function->compare == RDL_GEN_NEAR);
}

/* One that returns; there is at least the one in question. */
static uint16_t learn_any_method(const struct learning *l)
{
    for (;;) {
        const uint16_t f = l->functions[rdl_rng_below(l->maker.rng, l->n)];

        if (l->maker.table->functions[f].role == RDL_GEN_METHOD &&
            l->learnt->habits[f].returned > 0 && !l->learnt->habits[f].blocks)
            return f;
    }
}

/* Adds a sequence with two equal calls of g in its middle, and the same one
 * without them. */
static void learn_add_twins(struct learning *l, uint16_t g)
{
    struct rdl_gen_test *with, *without;
    uint16_t some[6];
    size_t before = l->n_tests;
    unsigned at, n;

    for (unsigned i = 0; i < 6; i++)
        some[i] = i == 2 || i == 3 ? g : learn_any_method(l);
    if (!rdl_gen_make_sequence(&l->maker, some, 6, false, learn_room(l)))
        return;
    l->n_tests++;
    learn_room(l);
    with = &l->tests[before];
    without = &l->tests[before + 1];
    n = with->prefix.n;
    at = n - 4; /* of the first of the two */
    with->prefix.calls[at + 1] = with->prefix.calls[at];
    *without = *with;
    without->prefix.n = n - 2;
    memmove(&without->prefix.calls[at], &with->prefix.calls[at + 2],
            (n - at - 2) * sizeof(with->prefix.calls[0]));
    l->n_tests++;
}

static bool learn_unnoticed(const struct rdl_gen_results *with,
                            const struct rdl_gen_results *without)
{
    const unsigned n = without->n_calls, at = n - 2;

    if (with->ending != without->ending || with->n_calls != n + 2)
        return false;
    if (!rdl_gen_same_values(&with->calls[at], &with->calls[at + 1]))
        return false;
    for (unsigned i = 0; i < n; i++) {
        if (!rdl_gen_same_values(&with->calls[i < at ? i : i + 2],
                                 &without->calls[i]))
            return false;
    }
    return true;
}

static bool learn_pure(struct learning *l)
{
    for (size_t i = 0; i < l->n; i++) {
        size_t added;
        bool pure;

        if (!learn_could_be_pure(l, l->functions[i]))
            continue;
        l->n_tests = 0;
        for (unsigned k = 0; k < PURE; k++)
            learn_add_twins(l, l->functions[i]);
        added = l->n_tests;
        if (!learn_run(l))
            return false;
        pure = l->n_results > 0 && l->n_results == added;
        for (size_t k = 0; pure && k + 1 < l->n_results; k += 2)
            pure = learn_unnoticed(&l->results[k], &l->results[k + 1]);
        l->learnt->habits[l->functions[i]].pure = pure;
    }
    return true;
}

/* -------------------------------------------------------------------------- */

static void learn_functions(struct learning *l)
{
    const struct rdl_gen_table *t = l->maker.table;

    l->functions = rdl_alloc(t->n_functions * sizeof(*l->functions) + 1);
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_function *f = &t->functions[i];
        const bool takes = f->role == RDL_GEN_METHOD ||
                           f->role == RDL_GEN_LOCK ||
                           f->role == RDL_GEN_UNLOCK || f->role == RDL_GEN_BARE;

        if (rdl_gen_drivable(f) && takes && !f->invariant)
            l->functions[l->n++] = (uint16_t)i;
    }
}

/* A function that fails alone fails always, unless it returned behind others.
 */
static void learn_conclude(struct rdl_gen_learnt *learnt)
{
    for (size_t i = 0; i < learnt->n; i++) {
        struct rdl_gen_habit *h = &learnt->habits[i];

        if (h->called > 0 && h->returned == 0 && !h->blocks)
            h->fails = true;
        h->needs = h->needs && !h->fails;
    }
}

/* Did any sequence get beyond the calls that make objects?  The error says what
 * became of those. */
static bool learn_reached(const struct learning *l, struct rdl_error *error)
{
    const struct rdl_gen_table *t = l->maker.table;
    const char *type = t->handles[t->handle].type;

    for (size_t i = 0; i < l->n; i++) {
        if (l->learnt->habits[l->functions[i]].called > 0)
            return true;
    }
    for (size_t i = 0; i < t->n_functions; i++) {
        const struct rdl_gen_habit *h = &l->learnt->habits[i];

        if (h->called > h->returned)
            return rdl_error_set(
                error, RDL_EXIT_NOTHING,
                "no object of type %s can be made: %s: %s, in each of %llu "
                "sequences of calls",
                type, t->functions[i].name,
                h->blocks ? "it waits for ever" : h->kind,
                (unsigned long long)l->learnt->sequences);
    }
    if (l->n == 0)
        return true;
    if (l->learnt->sequences == 0)
        return rdl_error_set(error, RDL_EXIT_NOTHING,
                             "no object of type %s can be made: what makes one "
                             "needs an object that nothing makes",
                             type);
    return rdl_error_set(error, RDL_EXIT_NOTHING,
                         "no object of type %s can be made: its maker returned "
                         "null in each of %llu sequences of calls (give it "
                         "other values in a spec file)",
                         type, (unsigned long long)l->abandoned);
}

bool rdl_gen_learn(struct rdl_gen_runner *r, const struct rdl_gen_table *table,
                   struct rdl_gen_learnt *learnt, struct rdl_rng *rng)
{
    struct learning l = {
        .runner = r,
        .maker = { .table = table, .learnt = learnt, .rng = rng },
        .learnt = learnt,
    };
    bool fine;

    learn_functions(&l);
    fine = l.n == 0 || (learn_alone(&l) && learn_long(&l) && learn_pure(&l));
    if (!r->over)
        learn_conclude(learnt);
    if (fine)
        fine = learn_reached(&l, &r->error);
    free(l.functions);
    free(l.tests);
    free(l.results);
    return fine;
}
