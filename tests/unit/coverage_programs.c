/* coverage_programs.c - 300 random programs (nested locks with a read side,
 * accesses that overlap, create and join): the estimation from one execution
 * misses nothing that any schedule covers, and the estimation from its
 * beginning has nothing that the one from the whole has not.  What it has too
 * much is printed. */
#include "coverage/estimate/estimate.h"
#include "coverage_programs.h"

enum { PROGRAMS = 300 };

static struct visited *visited;

struct tally {
    unsigned estimated, covered, too_much;
};

static uint32_t number_of(struct setup *s, unsigned place, bool side)
{
    if (place == 0 || side)
        return place;
    return rdl_location_of(s->locations, PC(place));
}

static bool estimated(struct setup *s, unsigned m, bool sides, unsigned l1,
                      unsigned l2)
{
    const uint64_t key =
        rdl_key(m, number_of(s, l1, sides), number_of(s, l2, false));

    return rdl_requirement_estimated(s->covering,
                                     rdl_requirements_find(s->covering, key));
}

static void compare(struct setup *s, bool (*covered)[N_PLACES][N_PLACES],
                    struct tally *tally, unsigned x)
{
    for (unsigned m = 0; m < RDL_N_METRICS; m++) {
        const bool sides = rdl_metric_at(m)->form == RDL_FORM_SIDE;

        for (unsigned l1 = 0; l1 < N_PLACES; l1++) {
            for (unsigned l2 = 0; l2 < N_PLACES; l2++) {
                const uint64_t key = rdl_key(m, number_of(s, l1, sides),
                                             number_of(s, l2, false));
                const uint32_t id = rdl_requirements_find(s->covering, key);
                const bool estimated =
                    rdl_requirement_estimated(s->covering, id);

                tally[m].estimated += estimated;
                tally[m].covered += covered[m][l1][l2];
                tally[m].too_much += estimated && !covered[m][l1][l2];
                if (covered[m][l1][l2] && !estimated)
                    fail_msg("program %u: %s(%u,%u) is covered, not estimated",
                             x, rdl_metric_at(m)->name, l1, l2);
                /* The execution that was observed is one of all. */
                if (rdl_requirement_covered(s->covering, id) &&
                    !covered[m][l1][l2])
                    fail_msg("program %u: %s(%u,%u) by the collector only", x,
                             rdl_metric_at(m)->name, l1, l2);
            }
        }
    }
}

/* The beginning of an execution shows nothing that the whole does not. */
static void cut(const struct rdl_event *events, size_t n, struct setup *whole,
                struct rdl_rng *rng, unsigned x)
{
    struct setup *s = setup();
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
    const size_t until = pick(rng, (unsigned)n);

    assert_int_equal(rdl_estimate_trace(e, events, until), 0);
    rdl_estimate_free(e);
    for (unsigned m = 0; m < RDL_N_METRICS; m++) {
        const bool sides = rdl_metric_at(m)->form == RDL_FORM_SIDE;

        for (unsigned l1 = 0; l1 < N_PLACES; l1++) {
            for (unsigned l2 = 0; l2 < N_PLACES; l2++) {
                if (estimated(s, m, sides, l1, l2) &&
                    !estimated(whole, m, sides, l1, l2))
                    fail_msg("program %u, %zu of %zu events: %s(%u,%u)", x,
                             until, n, rdl_metric_at(m)->name, l1, l2);
            }
        }
    }
    teardown(s);
}

/* False: no use, as every schedule deadlocks or there are too many states. */
static bool try_program(struct rdl_rng *rng, struct tally *tally, unsigned x)
{
    static struct rdl_event events[MAX_THREADS * (MAX_OPS + 2) * 2];
    static covered_set covered;
    struct program p;
    struct machine m = { .program = &p, .events = events };
    struct rdl_estimate *e;
    struct setup *s;
    size_t n_events;
    int tries = 0;
    bool all;

    draw_program(rng, &p);
    while (!run_once(&m, rng)) {
        if (++tries == 100)
            return false;
    }
    s = setup();
    e = rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
    assert_int_equal(rdl_estimate_trace(e, events, m.n_events), 0);
    rdl_estimate_free(e);
    n_events = m.n_events;
    for (size_t i = 0; i < n_events; i++)
        feed(s, &events[i]);

    memset(covered, 0, sizeof(covered));
    memset(visited, 0, sizeof(*visited));
    m.events = NULL;
    m.covered = covered;
    memset(&m.s, 0, sizeof(m.s));
    begin_thread(&m, 0);
    all = run_all(&m, visited);
    if (all) {
        compare(s, covered, tally, x);
        for (int i = 0; i < 4; i++)
            cut(events, n_events, s, rng, x);
    }
    teardown(s);
    return all;
}

static void estimation_misses_nothing_that_a_schedule_covers(void **state)
{
    struct rdl_rng rng = { 8 };
    struct tally tally[RDL_N_METRICS] = { { 0 } };
    unsigned n = 0, useless = 0;
    size_t states = 0;

    (void)state;
    while (n < PROGRAMS) {
        if (try_program(&rng, tally, n)) {
            n++;
            states += visited->n;
        } else {
            useless++;
        }
        assert_true(useless < PROGRAMS);
    }
    printf("%u programs (%u drawn in vain), %zu states each\n", n, useless,
           states / n);
    printf("%-14s %9s %8s %9s\n", "metric", "estimated", "covered", "too much");
    for (unsigned m = 0; m < RDL_N_METRICS; m++) {
        printf("%-14s %9u %8u %8.1f%%\n", rdl_metric_at(m)->name,
               tally[m].estimated, tally[m].covered,
               100.0 * tally[m].too_much / tally[m].estimated);
        /* The programs have something to cover for every metric. */
        assert_true(tally[m].covered > PROGRAMS / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimation_misses_nothing_that_a_schedule_covers),
    };
    int result;

    visited = malloc(sizeof(*visited));
    result =
        cmocka_run_group_tests_name("coverage_programs", tests, NULL, NULL);
    free(visited);
    return result;
}
