/* coverage_metrics.c - executions whose requirements were worked out by hand,
 * of every metric that some example names.  What is not expected must not be
 * covered.  coverage_random.c compares the others with their declarations. */
#include "coverage_setup.h"
#include "kebab.h"
#include "strategy/lib/novelty.h"

struct example {
    const char *what, *execution, *covered;
};

static const struct example examples[] = {
    { "nothing is covered by nothing", "", "" },
    { "initial values are read from nowhere", "1Rx@1 2Rx@2",
      "reads-from 0,1 0,2; adjacent 1,2" },
    { "one thread reads its own write", "1Wx@1 1Rx@2",
      "lr-def own,2; def-use 1,2; reads-from 1,2; adjacent 1,2" },
    { "another thread reads it", "1Wx@1 2Rx@2",
      "lr-def other,2; def-use 1,2; pset 1,2; reads-from 1,2; adjacent 1,2" },
    { "one place, both threads, loops: (l,l)", "1Wx@1 1Wx@1 2Wx@1",
      "def-use 1,1; pset 1,1; adjacent 1,1" },
    { "reads between do not hide a write", "1Wx@1 1Rx@2 2Rx@3 2Rx@4",
      "lr-def own,2 other,3 other,4; def-use 1,2 1,3 1,4; pset 1,3 1,4;"
      "reads-from 1,2 1,3 1,4; adjacent 1,2 2,3 3,4" },
    { "the very last read is what a write follows", "1Rx@1 2Rx@2 3Wx@3",
      "reads-from 0,1 0,2; pset 2,3; adjacent 1,2 2,3" },
    { "unless it is the writer's own", "1Rx@1 2Rx@2 2Wx@3",
      "reads-from 0,1 0,2; adjacent 1,2 2,3" },
    { "a write depends on the write and on the read", "1Wx@1 2Rx@2 3Wx@3",
      "lr-def other,2; def-use 1,2 1,3; pset 1,2 1,3 2,3; reads-from 1,2;"
      "adjacent 1,2 2,3" },
    { "a read before the write is forgotten", "1Rx@1 2Wx@2 3Wx@3",
      "reads-from 0,1; def-use 2,3; pset 1,2 2,3; adjacent 1,2 2,3" },
    { "three threads in a row", "1Wx@1 2Wx@2 3Wx@3 1Rx@4",
      "lr-def other,4; def-use 1,2 2,3 3,4; pset 1,2 2,3 3,4; reads-from 3,4;"
      "adjacent 1,2 2,3 3,4" },
    { "a read-modify-write reads and writes", "1Wx@1 2Xx@2 1Rx@3",
      "lr-def other,2 other,3; def-use 1,2 2,3; pset 1,2 2,3;"
      "reads-from 1,2 2,3; adjacent 1,2 2,3" },
    { "its own read is not the last read", "1Rx@1 2Xx@2",
      "reads-from 0,1 0,2; pset 1,2; adjacent 1,2" },
    { "nor for the next write", "1Xx@1 2Wx@2",
      "reads-from 0,1; def-use 1,2; pset 1,2; adjacent 1,2" },
    { "a failed compare-exchange reads", "1Wx@1 2Fx@2 3Wx@3",
      "lr-def other,2; def-use 1,2 1,3; pset 1,2 1,3 2,3; reads-from 1,2;"
      "adjacent 1,2 2,3" },
    { "other variables do not matter", "1Wx@1 1Wy@2 2Rx@3",
      "lr-def other,3; def-use 1,3; pset 1,3; reads-from 1,3; adjacent 1,3" },
    { "two halves written apart, read together", "1Wx0:4@1 2Wx4:4@2 1Rx@3",
      "lr-def own,3 other,3; def-use 1,3 2,3; pset 2,3; reads-from 1,3 2,3;"
      "adjacent 1,3 2,3" },
    { "written whole, half overwritten", "1Wx@1 2Wx0:4@2 3Rx0:4@3 3Rx4:4@4",
      "lr-def other,3 other,4; def-use 1,2 2,3 1,4; pset 1,2 2,3 1,4;"
      "reads-from 2,3 1,4; adjacent 1,2 2,3 1,4" },
    { "bytes side by side do not meet", "1Wx0:1@1 2Wx1:1@2 1Rx0:1@3",
      "lr-def own,3; def-use 1,3; reads-from 1,3; adjacent 1,3" },
    { "one byte in the middle", "1Wx@1 2Wx3:1@2 1Rx2:3@3",
      "lr-def own,3 other,3; def-use 1,2 1,3 2,3; pset 1,2 2,3;"
      "reads-from 1,3 2,3; adjacent 1,2 1,3 2,3" },
    { "across granules", "1Wx4:8@1 2Rx6:4@2 2Rx0:16@3",
      "lr-def other,2 other,3; def-use 1,2 1,3; pset 1,2 1,3;"
      "reads-from 1,2 0,3 1,3; adjacent 1,2 1,3 2,3" },
    { "a partial read is the last read of its bytes only",
      "1Wx@1 2Rx0:2@2 3Wx@3",
      "lr-def other,2; def-use 1,2 1,3; pset 1,2 1,3 2,3; reads-from 1,2;"
      "adjacent 1,2 1,3 2,3" },
    { "freed memory is another object", "1Wx@1 1!x 2Rx@2 2Wx@3",
      "reads-from 0,2; adjacent 2,3" },
    { "half of it", "1Wx@1 1!x0:4 2Rx@2",
      "lr-def other,2; def-use 1,2; pset 1,2; reads-from 0,2 1,2;"
      "adjacent 1,2" },
    { "a tid that starts again is another thread", "1Wx@1 1S 1Rx@2",
      "lr-def other,2; def-use 1,2; pset 1,2; reads-from 1,2; adjacent 1,2" },

    { "a lock on its own", "1Lm@1 1Hm@1 1Um@2", "" },
    { "taken twice by one thread", "1Lm@1 1Hm@1 1Um@2 1Lm@3 1Hm@3 1Um@4",
      "sync-pair 1,3; adjacent 1,3" },
    { "taken by one after the other", "1Lm@1 1Hm@1 1Um@2 2Lm@3 2Hm@3 2Um@4",
      "follows 1,3; sync-pair 1,3; adjacent 1,3" },
    { "waited for", "1Lm@1 1Hm@1 2Lm@3 1Um@2 2Hm@3 2Um@4",
      "blocked 3; blocking 1; blocked-pair 1,3; follows 1,3; sync-pair 1,3;"
      "adjacent 1,3" },
    { "waited for, and given up", "1Lm@1 1Hm@1 2Lm@3 1Um@2",
      "blocked 3; blocking 1; blocked-pair 1,3" },
    { "two wait; the second waits for the first",
      "1Lm@1 1Hm@1 2Lm@3 3Lm@5 1Um@2 3Hm@5 3Um@6 2Hm@3",
      "blocked 3 5; blocking 1; blocked-pair 1,3 1,5; follows 1,5 5,3;"
      "sync-pair 1,5 5,3; adjacent 1,5 5,3" },
    { "given back and taken by the same thread in between",
      "1Hm@1 1Um@2 2Hm@3 2Um@4 2Hm@5",
      "follows 1,3; sync-pair 1,3 3,5; adjacent 1,3 3,5" },
    { "another lock does not matter",
      "1Lm@1 1Hm@1 2Ln@2 2Hn@2 1Um@3 2Lm@4 2Hm@4",
      "follows 1,4; sync-pair 1,4; adjacent 1,4" },
    { "a recursive lock is taken once, fed at every level",
      "1Lm@1 1Hm@1 1Lm@2 1Hm@2 1Um@3 2Lm@5 1Um@4 2Hm@5",
      "blocked 5; blocking 1; blocked-pair 1,5; follows 1,5; sync-pair 1,5;"
      "adjacent 1,5" },
    { "the same, fed at the outermost only",
      "1Lm@1 1Hm@1 1Lm@2 2Lm@5 1Um@4 2Hm@5",
      "blocked 5; blocking 1; blocked-pair 1,5; follows 1,5; sync-pair 1,5;"
      "adjacent 1,5" },
    { "a failed try does not wait", "1Hm@1 2tm@2 1Um@3 2Tm@4 1Lm@5",
      "blocked 5; blocking 4; blocked-pair 4,5; follows 1,4; sync-pair 1,4;"
      "adjacent 1,4" },
    { "a condition wait gives back and takes again, at its own place",
      "1Lm@1 1Hm@1 1Um@2 2Lm@3 2Hm@3 2Um@4 1Hm@2 2Lm@5 1Um@6 2Hm@5",
      "blocked 5; blocking 2; blocked-pair 2,5; follows 1,3 3,2 2,5;"
      "sync-pair 1,3 3,2 2,5; adjacent 1,3 3,2 2,5" },
    { "readers do not wait for readers", "1lm@1 1hm@1 2lm@2 2hm@2",
      "follows 1,2; sync-pair 1,2; adjacent 1,2" },
    { "a writer waits for all readers",
      "1lm@1 1hm@1 2lm@2 2hm@2 3Lm@3 1Um@4 2Um@5 3Hm@3",
      "blocked 3; blocking 1 2; blocked-pair 1,3 2,3; follows 1,2 2,3;"
      "sync-pair 1,2 2,3; adjacent 1,2 2,3" },
    { "a reader waits for a writer", "1Lm@1 1Hm@1 2lm@2 1Um@3 2hm@2",
      "blocked 2; blocking 1; blocked-pair 1,2; follows 1,2; sync-pair 1,2;"
      "adjacent 1,2" },
    { "one of the readers has left", "1hm@1 2hm@2 1Um@3 3Lm@4",
      "blocked 4; blocking 2; blocked-pair 2,4; follows 1,2; sync-pair 1,2;"
      "adjacent 1,2" },
    { "a destroyed lock is another one", "1Hm@1 1Um@2 1Dm@3 2Hm@4", "" },
    { "a freed one too", "1Hm@1 1Um@2 1!m 2Hm@4", "" },
    { "given back by another thread", "1Hm@1 2Um@2 3Lm@3 3Hm@3",
      "follows 1,3; sync-pair 1,3; adjacent 1,3" },
    { "its own lock is not in its way", "1Hm@1 1Lm@2", "" },

    /* Thesis, Fig. 5.2 and table 5.1 (Def-Use corrected): x is written, read
     * (original version only) and written by thread 1, then read by 2.  The
     * table's variable y is touched once. */
    { "thesis Fig. 5.2(a)", "1Wx@1 1Rx@2 1Wx@3 2Rx@4",
      "pset 3,4; def-use 1,2 1,3 3,4; adjacent 1,2 2,3 3,4;"
      "lr-def own,2 other,4; reads-from 1,2 3,4" },
    { "thesis Fig. 5.2(b)", "1Wx@1 1Wx@3 2Rx@4",
      "pset 3,4; def-use 1,3 3,4; adjacent 1,3 3,4; lr-def other,4;"
      "reads-from 3,4" },
};

#define N_EXAMPLES (sizeof(examples) / sizeof(examples[0]))

/* The metrics that the examples name. */
static uint32_t by_hand(struct setup *s)
{
    uint64_t keys[512];
    uint32_t metrics = 0;

    for (size_t i = 0; i < N_EXAMPLES; i++) {
        size_t n = parse_keys(s, examples[i].covered, keys, 512);

        while (n-- > 0)
            metrics |= UINT32_C(1) << rdl_key_metric(keys[n]);
    }
    return metrics;
}

static void an_execution_covers_what_the_definitions_say(void **state)
{
    const struct example *x = *state;
    struct setup *s = setup();

    run(s, x->execution);
    expect_of(s, COVERED, by_hand(s), x->covered);
    assert_int_equal(rdl_coverage_lost(s->coverage), 0);
    teardown(s);
}

/* A metric reports the same whichever others there are. */
static void each_metric_alone_covers_the_same(void **state)
{
    const struct example *x = *state;

    for (unsigned m = 0; m < RDL_N_METRICS; m++) {
        struct setup *all = setup();
        struct setup *one = setup_with(UINT32_C(1) << m);
        uint32_t n = 0;

        run(all, x->execution);
        run(one, x->execution);
        for (uint32_t id = 1; id <= rdl_requirements_n(all->covering); id++) {
            uint64_t key = rdl_requirement_key(all->covering, id);

            if (rdl_key_metric(key) != m)
                continue;
            n++;
            assert_int_equal(pc_of(all->locations, rdl_key_l2(key)),
                             pc_of(one->locations, rdl_key_l2(key)));
            assert_int_not_equal(rdl_requirements_find(one->covering, key), 0);
        }
        assert_int_equal(n, rdl_requirements_n(one->covering));
        teardown(all);
        teardown(one);
    }
}

/* Without pairs the cache skips what this execution has covered
 * (cover_cache.h): every execution still covers the same, in the same order;
 * also when the numbers of executions begin again and meet that of an earlier
 * one. */
static void the_cache_skips_nothing(void **state)
{
    const struct example *x = *state;
    struct setup *marks = setup(), *s = setup();

    assert_true(s->coverage->marks);
    s->coverage->marks = false;
    for (uint64_t i = 0; i < 4; i++) {
        const bool runs = i == 0 || i == 3;

        if (i == 1)
            s->covering->epoch = UINT32_MAX;
        for (unsigned again = 0; runs && again < 2; again++) {
            run(marks, x->execution);
            run(s, x->execution);
        }
        assert_int_equal(s->covering->n_order, marks->covering->n_order);
        assert_memory_equal(s->covering->order, marks->covering->order,
                            s->covering->n_order * sizeof(uint32_t));
        if (i == 3)
            assert_int_equal(s->covering->epoch, 2);
        rdl_coverage_begin(marks->coverage, i + 1);
        rdl_coverage_begin(s->coverage, i + 1);
    }
    teardown(marks);
    teardown(s);
}

static void names_are_found_and_unions_are_unions(void **state)
{
    static const char *const ids[] = {
#define METRIC(id) #id,
#define COMBINED(name, a, b)
#define COMBINATORIAL(name, order, a, b)
#include "coverage/list.h"
#undef METRIC
#undef COMBINED
#undef COMBINATORIAL
    };

    (void)state;
    for (unsigned m = 0; m < RDL_N_METRICS; m++)
        check_kebab(rdl_metric_at(m)->name, ids[m]);
    for (unsigned m = 0; m < RDL_N_METRICS; m++)
        assert_int_equal(rdl_metrics_named(rdl_metric_at(m)->name), UINT32_C(1)
                                                                        << m);
    assert_null(rdl_metric_at(RDL_N_METRICS));
    assert_int_equal(rdl_metrics_named("follows+pset"),
                     rdl_metrics_named("follows") | rdl_metrics_named("pset"));
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(__builtin_popcount(rdl_combined_at(i)->metrics), 2);
    assert_null(rdl_combined_at(7));
    assert_int_equal(rdl_metrics_named(RDL_METRICS_DEFAULT),
                     RDL_METRIC_BIT(reads_from) | RDL_METRIC_BIT(blocked_pair));
    /* Strategies cannot include coverage.h. */
    assert_string_equal(RDL_NOVELTY_METRICS, RDL_METRICS_DEFAULT);
    assert_int_equal(rdl_metrics_named("cc"),
                     rdl_metrics_named("sync-pair+def-use"));
    assert_false(rdl_combinatorial_at(0)->ordered);
    assert_true(rdl_combinatorial_at(1)->ordered);
    assert_int_equal(rdl_metrics_named("no-such-metric"), 0);
}

static void check_row(const struct rdl_metric *m, const struct rdl_relates *r)
{
    assert_true(r->relation < RDL_N_RELATIONS);
    assert_true(r->threads <= RDL_ANY_THREAD);
    assert_true(!r->names_p || m->form == RDL_FORM_ONE);
    switch (r->relation) {
    case RDL_BETWEEN_WRITES:
        /* Every p writes already. */
        assert_true(r->p != RDL_SIDE_ONLY_READS);
        /* Fall through. */
    case RDL_BETWEEN_ACCESSES:
        assert_non_null(m->touch);
        break;
    case RDL_BETWEEN_HOLDS:
        assert_non_null(m->handover);
        assert_true(r->p == RDL_SIDE_ANY && r->q == RDL_SIDE_ANY);
        break;
    default:
        assert_non_null(m->conflict);
        assert_true(r->p == RDL_SIDE_ANY && r->q == RDL_SIDE_ANY);
        assert_true(r->threads == RDL_OTHER_THREAD && !r->initial);
        break;
    }
}

static void every_metric_declares_what_it_relates(void **state)
{
    const struct rdl_metric *m;

    (void)state;
    for (size_t i = 0; (m = rdl_metric_at(i)) != NULL; i++) {
        unsigned rows = 0;

        for (size_t r = 0; r < RDL_MOST_RELATES; r++) {
            if (m->relates[r].threads == 0)
                continue;
            check_row(m, &m->relates[r]);
            rows++;
        }
        if (rows == 0)
            fail_msg("%s relates nothing", m->name);
    }
}

int main(void)
{
    struct CMUnitTest tests[3 * N_EXAMPLES + 2];
    size_t n = 0;

    for (size_t i = 0; i < N_EXAMPLES; i++) {
        tests[n++] = (struct CMUnitTest){
            .name = examples[i].what,
            .test_func = an_execution_covers_what_the_definitions_say,
            .initial_state = (void *)&examples[i],
        };
        tests[n++] = (struct CMUnitTest){
            .name = "  (each metric alone)",
            .test_func = each_metric_alone_covers_the_same,
            .initial_state = (void *)&examples[i],
        };
        tests[n++] = (struct CMUnitTest){
            .name = "  (again and again)",
            .test_func = the_cache_skips_nothing,
            .initial_state = (void *)&examples[i],
        };
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(
        names_are_found_and_unions_are_unions);
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(
        every_metric_declares_what_it_relates);
    return _cmocka_run_group_tests("coverage_metrics", tests, n, NULL, NULL);
}
