/* races.c - see generating.h: data races that executions showed. */
#include "gen/search/generating.h"

#include "gen/test/sections.h"

#include <string.h>

/* Executions of an attempt with fewer calls. */
#define EXECUTIONS 64

static bool races_go_on(void *data, const struct rdl_gen_results *one)
{
    (void)data;
    return !rdl_gen_late(one);
}

static bool races_has(const struct rdl_gen_runner *r, uint64_t key)
{
    for (unsigned i = 0; i < r->n_races; i++) {
        if (r->races[i] == key)
            return true;
    }
    return false;
}

/* What observes after the threads shows nothing of a race. */
static void races_end(const struct rdl_gen_table *table, struct rdl_gen_test *t)
{
    const unsigned n = t->tail.n;

    t->tail.n = 0;
    for (unsigned i = 0; i < n; i++) {
        if (table->functions[t->tail.calls[i].function].role == RDL_GEN_ENDER)
            t->tail.calls[t->tail.n++] = t->tail.calls[i];
    }
}

/* Only call i of suffix x and call k of suffix y: do they race too? */
static bool races_try(struct rdl_generating *g, uint64_t key,
                      const struct rdl_gen_test *whole, unsigned x, unsigned y,
                      unsigned i, unsigned k, struct rdl_gen_test *out)
{
    struct rdl_gen_test t = *whole;

    t.n_suffixes = 2;
    t.suffixes[0] =
        (struct rdl_gen_suffix){ 1, { whole->suffixes[x].calls[i] } };
    t.suffixes[1] =
        (struct rdl_gen_suffix){ 1, { whole->suffixes[y].calls[k] } };
    g->runner.n_races = 0;
    if (!rdl_gen_sections_kept(g->o->table, &t) ||
        !rdl_gen_run_schedules(&g->runner, &t, EXECUTIONS, races_go_on, NULL) ||
        !races_has(&g->runner, key))
        return false;
    *out = t;
    return true;
}

/* One call in each of two threads, if they race too. */
static void races_shrink(struct rdl_generating *g, uint64_t key,
                         struct rdl_gen_test *test)
{
    const struct rdl_gen_test whole = *test;

    for (unsigned x = 0; x < whole.n_suffixes; x++) {
        for (unsigned y = x + 1; y < whole.n_suffixes; y++) {
            const unsigned n = whole.suffixes[x].n;

            for (unsigned i = 0; i < n * whole.suffixes[y].n; i++) {
                if (races_try(g, key, &whole, x, y, i % n, i / n, test))
                    return;
            }
        }
    }
}

static void races_add(struct rdl_generating *g, const struct rdl_gen_test *test,
                      uint64_t key)
{
    struct rdl_gen_finding f = {
        .verdict = RDL_GEN_RACES,
        .kind = RDL_GEN_DATA_RACE,
        .function = -1,
        .test = *test,
        .test_number = g->tests,
        .executions = g->runner.executions,
        .calls_before = rdl_gen_test_calls(test),
        .seconds = rdl_generating_seconds(g),
        .times = 1,
    };

    races_end(g->o->table, &f.test);
    races_shrink(g, key, &f.test);
    f.seen.n_calls = rdl_gen_test_calls(&f.test);
    f.seen.function = -1;
    f.f = f.test.suffixes[0].calls[0].function;
    f.g = f.test.suffixes[1].calls[0].function;
    if (!rdl_generating_knows(g, &f))
        rdl_generating_add(g, &f);
}

void rdl_generating_races(struct rdl_generating *g,
                          const struct rdl_gen_test *test)
{
    uint64_t keys[RDL_GEN_RACES_SEEN];
    const unsigned n = g->runner.n_races;

    memcpy(keys, g->runner.races, n * sizeof(keys[0]));
    for (unsigned i = 0; i < n && !g->runner.interrupted; i++) {
        unsigned k = 0;

        while (k < g->n_races && g->races[k] != keys[i])
            k++;
        if (k < g->n_races || k == RDL_GEN_RACES_SEEN)
            continue;
        g->races[g->n_races++] = keys[i];
        races_add(g, test, keys[i]);
    }
    g->runner.n_races = 0;
}
