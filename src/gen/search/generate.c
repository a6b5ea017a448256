/* generate.c - see generate.h. */
#include "gen/search/generate.h"

#include "base/text.h"
#include "base/time.h"
#include "gen/search/learn.h"
#include "gen/search/shrink.h"
#include "gen/search/state.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Defaults. */
#define SCHEDULES 64
#define TESTS_PER_PAIR 20
/* What a bug in the queue of examples/gen needs, with room to spare: with five
 * seeds the median was 375 tests, the most 719. */
#define FEWEST_TESTS 2000
/* Prefix and suffix rules of CovCon. */
#define FURTHER 5     /* calls of a prefix besides those that make objects */
#define SHORT 2       /* calls of a suffix in the first tests of a pair ... */
#define SHORT_TESTS 5 /* the number of these tests */
#define LONG 5
/* One test in this many has three threads, with short suffixes. */
#define THREE 8
#define ATTEMPTS 8 /* at a test that contracts allow */

struct generating {
    const struct rdl_gen_options *o;
    struct rdl_gen_campaign *result;
    struct rdl_gen_runner runner;
    struct rdl_gen_maker maker;
    struct rdl_rng rng;
    uint64_t began_ns, told_ns, tests;
    /* Of earlier sessions. */
    double seconds_before;
    size_t findings_before;
    struct rdl_gen_campaign earlier; /* its findings only */
};

static double generate_seconds(const struct generating *g)
{
    return (double)(rdl_time_ns() - g->began_ns) / 1e9 + g->seconds_before;
}

static void generate_count(struct generating *g)
{
    g->result->executions = g->runner.executions;
    g->result->steps = g->runner.steps;
    g->result->seconds = generate_seconds(g);
}

static void generate_tell(struct generating *g)
{
    const uint64_t now = rdl_time_ns();

    if (g->o->progress == NULL || now - g->told_ns < 100000000)
        return;
    g->told_ns = now;
    generate_count(g);
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

static struct rdl_gen_finding *generate_among(struct rdl_gen_finding *findings,
                                              size_t n,
                                              const struct rdl_gen_finding *f)
{
    for (size_t i = 0; i < n; i++) {
        struct rdl_gen_finding *known = &findings[i];

        if ((known->verdict == RDL_GEN_UNSAFE) ==
                (f->verdict == RDL_GEN_UNSAFE) &&
            rdl_gen_same_kind(known->kind, f->kind) &&
            generate_contains(&f->test, &known->test))
            return known;
    }
    return NULL;
}

static struct rdl_gen_finding *generate_known(const struct generating *g,
                                              const struct rdl_gen_finding *f)
{
    return generate_among(g->result->findings, g->result->n_findings, f);
}

/* What an earlier session in the same directory found, to say so of what is
 * found again.  Not having it is not an error. */
static void generate_recall(struct generating *g)
{
    struct rdl_error error = { 0 };
    uint64_t rng, tests;

    g->earlier.learnt.n = g->o->table->n_functions;
    if (g->o->state != NULL && !g->o->resume)
        rdl_gen_state_load(g->o->state, g->o->table, &g->earlier, &rng, &tests,
                           &error);
}

static void generate_save(struct generating *g)
{
    generate_count(g);
    if (g->o->state != NULL)
        g->result->not_saved = -rdl_gen_state_save(
            g->o->state, g->o->table, g->result, g->rng.state, g->tests);
}

/* It belongs to the functions that are left when it is shrunk, if those are a
 * pair; else to the pair that the test was made for. */
static void generate_count_found(struct generating *g,
                                 const struct rdl_gen_finding *f,
                                 struct rdl_gen_pair *made_for)
{
    struct rdl_gen_pair *p = rdl_gen_pairs_find(&g->result->pairs, f->f, f->g);

    (p != NULL ? p : made_for)->found++;
}

static void generate_found(struct generating *g, struct rdl_gen_finding *f,
                           struct rdl_gen_pair *pair)
{
    struct rdl_gen_campaign *r = g->result;
    struct rdl_gen_finding *known = generate_known(g, f);

    if (known == NULL) {
        f->calls_before = rdl_gen_test_calls(&f->test);
        f->test_number = g->tests;
        f->executions = g->runner.executions;
        f->seconds = generate_seconds(g);
        f->times = 1;
        rdl_gen_shrink(&g->runner, g->o->table, &g->rng, f);
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
    known = generate_among(g->earlier.findings, g->earlier.n_findings, f);
    if (known != NULL && known->source != NULL)
        f->earlier = rdl_strdup(known->source);
    r->findings =
        rdl_grow(r->findings, (r->n_findings + 1) * sizeof(*r->findings));
    r->findings[r->n_findings++] = *f;
    generate_save(g);
    if (g->o->found != NULL)
        g->o->found(g->o->data, &r->findings[r->n_findings - 1]);
    generate_save(g);
}

/* --- One test ------------------------------------------------------------- */

struct watching {
    struct generating *g;
    const struct rdl_gen_test *test;
    struct rdl_gen_oracle oracle;
    struct rdl_gen_finding finding;
    bool found;
};

/* The time for an execution was over: a function with which that happens again
 * and again takes part in no further test. */
static void generate_late(struct generating *g, const struct rdl_gen_test *test,
                          const struct rdl_gen_results *one)
{
    const struct rdl_gen_habit *habits = g->result->learnt.habits;

    if (g->runner.over)
        return;
    rdl_gen_learn_late(&g->result->learnt, test, one);
    for (size_t i = 0; i < g->result->pairs.n; i++) {
        struct rdl_gen_pair *p = &g->result->pairs.all[i];

        p->barred |= habits[p->f].fails || habits[p->g].fails;
    }
}

static bool generate_look(void *data, const struct rdl_gen_results *one)
{
    struct watching *w = data;
    const enum rdl_gen_verdict v = rdl_gen_judge(&w->oracle, one, &w->finding);

    w->g->result->cut += v == RDL_GEN_SHOWS_NOTHING;
    w->g->result->undecided += v == RDL_GEN_UNDECIDED;
    w->found = rdl_gen_is_finding(v);
    if (rdl_gen_late(one)) {
        generate_late(w->g, w->test, one);
        return false;
    }
    return !w->found;
}

/* The first execution alone, for what it covers; then all others. */
static bool generate_schedules(struct generating *g, struct watching *w,
                               const struct rdl_gen_test *test)
{
    const unsigned n = g->o->schedules > 0 ? g->o->schedules : SCHEDULES;
    struct rdl_gen_mark marks[RDL_GEN_MARKS];

    g->runner.config.expected_steps = 1;
    if (!rdl_gen_run_schedules(&g->runner, test, 1, generate_look, w))
        return false;
    rdl_gen_pairs_cover(&g->result->pairs, marks,
                        rdl_gen_run_marks(&g->runner, test, marks));
    return w->found || n == 1 ||
           rdl_gen_run_schedules(&g->runner, test, n - 1, generate_look, w);
}

static bool generate_test(struct generating *g, struct rdl_gen_pair *pair,
                          const struct rdl_gen_test *test)
{
    struct watching w = { .g = g, .test = test };
    bool runs = true;

    g->tests++;
    switch (
        rdl_gen_oracle_ask(&w.oracle, &g->runner, g->o->table, test, &g->rng)) {
    case RDL_GEN_ORACLE_READY:
        g->result->tests++;
        pair->tests++;
        runs = generate_schedules(g, &w, test);
        break;
    case RDL_GEN_ORACLE_FAILS:
        g->result->fail_alone++;
        break;
    case RDL_GEN_ORACLE_STUCK:
        g->result->stuck++;
        break;
    case RDL_GEN_ORACLE_ABANDONED:
        g->result->empty += !w.oracle.cut;
        g->result->cut += w.oracle.cut;
        if (w.oracle.cut && rdl_gen_late(&w.oracle.last))
            generate_late(g, test, &w.oracle.last);
        break;
    case RDL_GEN_ORACLE_BROKEN:
        runs = false;
        break;
    }
    if (w.found) {
        w.finding.test = *test;
        w.finding.ignored = w.oracle.ignored;
        w.finding.outcomes = w.oracle.outcomes;
        w.oracle.outcomes.all = NULL;
        generate_found(g, &w.finding, pair);
    }
    rdl_gen_oracle_free(&w.oracle);
    return runs;
}

/* --- The campaign --------------------------------------------------------- */

/* A test for the pair, with or without further calls in its prefix. */
static bool generate_make(struct generating *g, const struct rdl_gen_pair *pair,
                          bool further, struct rdl_gen_test *out)
{
    const bool early = pair->tried < SHORT_TESTS;

    for (unsigned i = 0; i < ATTEMPTS; i++) {
        const bool three = !early && rdl_rng_below(&g->rng, THREE) == 0;
        const unsigned n =
            further ? 1 + (unsigned)rdl_rng_below(&g->rng, FURTHER) : 0;

        if (rdl_gen_make_test(&g->maker, pair, three ? 3 : 2, n,
                              early || three ? SHORT : LONG, out))
            return true;
    }
    return false;
}

static bool generate_over(struct generating *g, uint64_t tests)
{
    const struct rdl_gen_options *o = g->o;

    g->result->end = RDL_GEN_END_TESTS;
    if (g->tests >= tests)
        return true;
    g->result->end = RDL_GEN_END_TIME;
    if (g->runner.over ||
        (o->deadline_ns != 0 && rdl_time_ns() >= o->deadline_ns))
        return true;
    g->result->end = RDL_GEN_END_FINDINGS;
    if (o->findings > 0 &&
        g->result->n_findings - g->findings_before >= o->findings)
        return true;
    g->result->end = RDL_GEN_END_INTERRUPTED;
    return g->runner.interrupted;
}

/* The number of tests at which the session ends; with a limit of time, no
 * other. */
static uint64_t generate_enough(const struct generating *g)
{
    uint64_t n = 0;

    if (g->o->tests > 0)
        return g->tests + g->o->tests;
    if (g->o->deadline_ns > 0)
        return UINT64_MAX;
    for (size_t i = 0; i < g->result->pairs.n; i++)
        n += g->result->pairs.all[i].barred ? 0 : TESTS_PER_PAIR;
    return g->tests + (n > FEWEST_TESTS ? n : FEWEST_TESTS);
}

/* Two tests for each selection: without and with further calls. */
static void generate_loop(struct generating *g)
{
    const uint64_t tests = generate_enough(g);

    while (!generate_over(g, tests)) {
        struct rdl_gen_pair *pair =
            rdl_gen_choose(g->o->choice, &g->result->pairs, &g->rng);
        bool made = false;

        if (pair == NULL) {
            g->result->end = RDL_GEN_END_NOTHING;
            return;
        }
        for (unsigned further = 0; further < 2; further++) {
            struct rdl_gen_test test;

            if (generate_over(g, tests) ||
                !generate_make(g, pair, further != 0, &test))
                continue;
            made = true;
            if (!generate_test(g, pair, &test))
                return;
            pair->tried++;
        }
        pair->barred |= !made && !g->runner.interrupted;
        if (g->tests % 64 < 2)
            generate_save(g);
        generate_tell(g);
    }
}

static void generate_pairs(struct generating *g)
{
    struct rdl_gen_campaign *r = g->result;

    r->usable = rdl_alloc(g->o->table->n_functions * sizeof(*r->usable) + 1);
    r->n_usable = rdl_gen_usable(g->o->table, &r->learnt, r->usable);
    rdl_gen_pairs_make(&r->pairs, r->usable, r->n_usable);
    for (size_t i = 0; i < r->pairs.n; i++) {
        struct rdl_gen_pair *p = &r->pairs.all[i];

        p->barred = !rdl_gen_together(&g->maker, p->f, p->g);
    }
}

static bool generate_run(struct generating *g, struct rdl_error *error)
{
    struct rdl_gen_campaign *r = g->result;
    bool learnt;

    learnt = rdl_gen_learn(&g->runner, g->o->table, &r->learnt, &g->rng);
    r->learning_seconds = generate_seconds(g) - g->seconds_before;
    generate_pairs(g);
    generate_recall(g);
    if (g->o->state != NULL && g->o->resume &&
        !rdl_gen_state_load(g->o->state, g->o->table, r, &g->rng.state,
                            &g->tests, error))
        return false;
    g->seconds_before = r->seconds;
    g->findings_before = r->n_findings;
    g->runner.executions += r->executions;
    g->runner.steps += r->steps;
    if (learnt)
        generate_loop(g);
    if (g->runner.over)
        r->end = RDL_GEN_END_TIME;
    generate_save(g);
    if (rdl_error_is_set(&g->runner.error)) {
        *error = g->runner.error;
        return false;
    }
    return true;
}

bool rdl_gen_generate(const struct rdl_gen_options *o,
                      struct rdl_gen_campaign *out, struct rdl_error *error)
{
    static struct generating g;
    const struct rdl_gen_runner_options runner = {
        .program = o->program,
        .runtime = o->runtime,
        .seed = o->seed,
        .timeout_ms = o->timeout_ms,
        .deadline_ns = o->deadline_ns,
    };
    bool fine;

    *out = (struct rdl_gen_campaign){ .end = RDL_GEN_END_INTERRUPTED };
    rdl_gen_learnt_make(&out->learnt, o->table->n_functions);
    memset(&g, 0, sizeof(g));
    g.o = o;
    g.result = out;
    g.rng.state = rdl_rng_part(o->seed, 0);
    g.maker = (struct rdl_gen_maker){ o->table, &out->learnt, &g.rng };
    g.began_ns = rdl_time_ns();
    if (!rdl_gen_runner_make(&g.runner, &runner, error))
        return false;
    fine = generate_run(&g, error);
    rdl_gen_runner_free(&g.runner);
    rdl_gen_campaign_free(&g.earlier);
    return fine;
}

void rdl_gen_campaign_free(struct rdl_gen_campaign *r)
{
    for (size_t i = 0; i < r->n_findings; i++) {
        free(r->findings[i].outcomes.all);
        free(r->findings[i].source);
        free(r->findings[i].schedule);
        free(r->findings[i].earlier);
    }
    free(r->findings);
    free(r->usable);
    rdl_gen_pairs_free(&r->pairs);
    rdl_gen_learnt_free(&r->learnt);
}
