/* generate.c - see generate.h. */
#include "gen/search/generating.h"

#include "base/text.h"
#include "base/time.h"
#include "gen/search/conflicts.h"
#include "gen/search/learn.h"
#include "gen/search/shrink.h"
#include "gen/search/state.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
/* One test in this many calls a third function, of those with three threads one
 * in two.  The paper's suffixes call the two of the pair: they never show that
 * adding after removing looks odd to a third function
 * (bench/gen/modules/striped.c). */
#define WIDE 4
#define WIDE_THREE 2
#define ATTEMPTS 8 /* at a test that contracts allow */

/* --- One test ------------------------------------------------------------- */

struct watching {
    struct rdl_generating *g;
    const struct rdl_gen_test *test;
    struct rdl_gen_oracle oracle;
    struct rdl_gen_finding finding;
    bool found;
};

void rdl_generating_bar(struct rdl_generating *g)
{
    const struct rdl_gen_habit *habits = g->result->learnt.habits;

    for (size_t i = 0; i < g->result->pairs.n; i++) {
        struct rdl_gen_pair *p = &g->result->pairs.all[i];

        p->barred |= habits[p->f].fails || habits[p->g].fails;
    }
}

/* The time for an execution was over: a function with which that happens again
 * and again takes part in no further test. */
static void generate_late(struct rdl_generating *g,
                          const struct rdl_gen_test *test,
                          const struct rdl_gen_results *one)
{
    if (g->runner.over)
        return;
    rdl_gen_learn_late(&g->result->learnt, test, one);
    rdl_generating_bar(g);
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
static bool generate_schedules(struct rdl_generating *g, struct watching *w,
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

static bool generate_test(struct rdl_generating *g, struct rdl_gen_pair *pair,
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
    if (w.oracle.outcomes.n > 0 && pair->tests > 0)
        rdl_generating_races(g, test);
    g->runner.n_races = 0;
    if (w.found) {
        w.finding.test = *test;
        w.finding.ignored = w.oracle.ignored;
        w.finding.outcomes = w.oracle.outcomes;
        w.oracle.outcomes.all = NULL;
        rdl_generating_found(g, &w.finding, pair);
        g->runner.n_races = 0;
    }
    rdl_gen_oracle_free(&w.oracle);
    return runs;
}

/* --- The campaign --------------------------------------------------------- */

/* A function that threads may call, not of the pair; half of the time one that
 * changes something, if there is any.  -1: none. */
static int generate_third(struct rdl_generating *g,
                          const struct rdl_gen_pair *pair, unsigned rarely)
{
    const struct rdl_gen_campaign *r = g->result;
    unsigned n = 0, n_changing = 0;
    int third = -1, changing = -1;

    if (r->n_usable < 3 || rdl_rng_below(&g->rng, rarely) != 0)
        return -1;
    for (size_t i = 0; i < r->n_usable; i++) {
        const unsigned f = r->usable[i];
        const struct rdl_gen_habit *h = &r->learnt.habits[f];

        if (f == pair->f || f == pair->g || h->fails)
            continue;
        if (rdl_rng_below(&g->rng, ++n) == 0)
            third = (int)f;
        if (!h->pure && rdl_rng_below(&g->rng, ++n_changing) == 0)
            changing = (int)f;
    }
    return changing >= 0 && rdl_rng_below(&g->rng, 2) == 0 ? changing : third;
}

/* A test for the pair, with or without further calls in its prefix. */
static bool generate_make(struct rdl_generating *g,
                          const struct rdl_gen_pair *pair, bool further,
                          struct rdl_gen_test *out)
{
    const bool early = pair->tried < SHORT_TESTS;

    for (unsigned i = 0; i < ATTEMPTS; i++) {
        const bool three = !early && rdl_rng_below(&g->rng, THREE) == 0;
        const unsigned n =
            further ? 1 + (unsigned)rdl_rng_below(&g->rng, FURTHER) : 0;

        const int third =
            early ? -1 : generate_third(g, pair, three ? WIDE_THREE : WIDE);

        if (rdl_gen_make_test(&g->maker, pair, three ? 3 : 2, n,
                              early || three ? SHORT : LONG, third, out))
            return true;
    }
    return false;
}

static bool generate_over(struct rdl_generating *g, uint64_t tests)
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
        rdl_gen_failures(g->result, o->races_fail) - g->findings_before >=
            o->findings)
        return true;
    g->result->end = RDL_GEN_END_INTERRUPTED;
    return g->runner.interrupted || (g->parent != 0 && getppid() != g->parent);
}

/* The number of tests at which the session ends; with a limit of time, no
 * other. */
static uint64_t generate_enough(const struct rdl_generating *g)
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

void rdl_generating_sample(struct rdl_generating *g, uint64_t made)
{
    struct rdl_gen_campaign *r = g->result;
    struct rdl_gen_sample *s = &r->samples[r->n_samples];

    if (made == 0 || made < g->next_sample || r->n_samples == RDL_GEN_SAMPLES)
        return;
    for (g->next_sample = 1; g->next_sample <= made;)
        g->next_sample *= 2;
    *s = (struct rdl_gen_sample){
        .tests = g->tests,
        .executions = g->runner.executions,
        .seconds = rdl_generating_seconds(g),
    };
    for (size_t i = 0; i < r->pairs.n; i++)
        s->covered += rdl_gen_pair_seen(&r->pairs.all[i]);
    r->n_samples++;
}

/* Two tests for each selection: without and with further calls. */
void rdl_generating_loop(struct rdl_generating *g, uint64_t tests)
{
    const uint64_t before = g->tests;

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
            rdl_generating_sample(g, g->tests - before);
        }
        pair->barred |= !made && !g->runner.interrupted;
        if (g->tests % 64 < 2)
            rdl_generating_save(g);
        rdl_generating_tell(g);
    }
}

static void generate_pairs(struct rdl_generating *g)
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

static bool generate_run(struct rdl_generating *g, struct rdl_error *error)
{
    struct rdl_gen_campaign *r = g->result;
    bool learnt;

    learnt = rdl_gen_learn(&g->runner, g->o->table, &r->learnt, &g->rng);
    r->learning_seconds = rdl_generating_seconds(g) - g->seconds_before;
    generate_pairs(g);
    if (learnt && g->o->choice->conflicts)
        learnt = rdl_gen_find_conflicts(&g->runner, &g->maker, &r->pairs);
    rdl_generating_recall(g);
    if (g->o->state != NULL && g->o->resume &&
        !rdl_gen_state_load(g->o->state, g->o->table, r, &g->rng.state,
                            &g->tests, NULL, error))
        return false;
    g->seconds_before = r->seconds;
    r->n_known = r->n_findings;
    g->findings_before = rdl_gen_failures(r, g->o->races_fail);
    g->runner.executions += r->executions;
    g->runner.steps += r->steps;
    if (learnt) {
        rdl_generating_rescue(g);
        if (g->o->jobs <= 1)
            rdl_generating_loop(g, generate_enough(g));
        else if (!rdl_generating_jobs(g, generate_enough(g), error))
            return false;
    }
    if (g->runner.over)
        r->end = RDL_GEN_END_TIME;
    rdl_generating_save(g);
    if (rdl_error_is_set(&g->runner.error)) {
        *error = g->runner.error;
        return false;
    }
    return true;
}

bool rdl_generating_runner(struct rdl_generating *g, unsigned mark,
                           struct rdl_error *error)
{
    const struct rdl_gen_options *o = g->o;
    const struct rdl_gen_runner_options runner = {
        .program = o->program,
        .runtime = o->runtime,
        .seed = mark == 0 ? o->seed : rdl_rng_part(o->seed, mark),
        .timeout_ms = o->timeout_ms,
        .deadline_ns = o->deadline_ns,
        .mark = mark,
        .no_races = o->races_off,
    };

    g->runs = rdl_gen_runner_make(&g->runner, &runner, error);
    return g->runs;
}

bool rdl_gen_generate(const struct rdl_gen_options *o,
                      struct rdl_gen_campaign *out, struct rdl_error *error)
{
    static struct rdl_generating g;
    bool fine;

    *out = (struct rdl_gen_campaign){ .end = RDL_GEN_END_INTERRUPTED };
    rdl_gen_learnt_make(&out->learnt, o->table->n_functions);
    memset(&g, 0, sizeof(g));
    g.o = o;
    g.result = out;
    g.rng.state = rdl_rng_part(o->seed, 0);
    g.maker = (struct rdl_gen_maker){ o->table, &out->learnt, &g.rng };
    g.began_ns = rdl_time_ns();
    if (!rdl_generating_runner(&g, 0, error))
        return false;
    fine = generate_run(&g, error);
    if (g.runs)
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
        free(r->findings[i].said);
        free(r->findings[i].earlier);
    }
    free(r->findings);
    free(r->usable);
    rdl_gen_pairs_free(&r->pairs);
    rdl_gen_learnt_free(&r->learnt);
}
