/* coverage_estimate.c - estimated requirements of observed executions, worked
 * out by hand; and what the estimation of a long one costs. */
#include "base/rng.h"
#include "coverage/estimate/estimate.h"
#include "coverage_setup.h"

#include <time.h>

static void estimate(struct setup *s, const char *text)
{
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
    struct rdl_event events[256];
    size_t n = parse(text, events, 256);

    for (size_t i = 0; i < n; i++) {
        if (events[i].op == FREED)
            rdl_estimate_forget(e, events[i].addr, events[i].size);
        else
            rdl_estimate_event(e, &events[i]);
    }
    assert_int_equal(rdl_estimate_finish(e), 0);
    rdl_estimate_free(e);
}

struct example {
    const char *what, *execution;
    const char *metrics; /* of which everything is expected */
    const char *estimated;
};

/* Threads 1 and 2 are not ordered unless thread 0 creates or joins them. */
static const struct example examples[] = {
    /* ISSTA 2012, Fig. 2: 2a 4a of thread 1 are 2 and 4, 2b 4b 12 and 14. */
    { "two threads that lock twice have ten sync-pairs",
      "1Lm@2 1Hm@2 1Um@3 1Lm@4 1Hm@4 1Um@5"
      " 2Lm@12 2Hm@12 2Um@13 2Lm@14 2Hm@14 2Um@15",
      "sync-pair",
      "sync-pair 2,4 2,12 2,14 4,12 4,14 12,14 12,2 12,4 14,2 14,4" },
    { "and eight that follow",
      "1Hm@2 1Um@3 1Hm@4 1Um@5 2Hm@12 2Um@13 2Hm@14 2Um@15", "follows",
      "follows 2,12 2,14 4,12 4,14 12,2 12,4 14,2 14,4" },

    /* AC2: n is held from 2 to 4, so 12, which wants n first, cannot come
     * between: not (2,12).  AC3 the other way: not (12,4). */
    { "a common lock around two holds keeps others out",
      "1Hn@1 1Hm@2 1Um@3 1Hm@4 1Um@5 1Un@6 2Hn@11 2Hm@12 2Um@13 2Un@14",
      "sync-pair", "sync-pair 1,11 11,1 2,4 4,12 12,2" },
    /* n is given back in between: lockset(2,4) is empty, although both have
     * n in their locksets. */
    { "held at both ends is not held throughout",
      "1Hn@1 1Hm@2 1Um@3 1Un@6 1Hn@7 1Hm@4 1Um@5 1Un@8"
      " 2Hn@11 2Hm@12 2Um@13 2Un@14",
      "sync-pair",
      "sync-pair 1,7 1,11 7,11 11,1 11,7 2,4 2,12 4,12 12,2 12,4" },
    { "a condition wait gives the lock back",
      "1Hn@1 1Hm@2 1Um@3 1Un@7 1Hn@7 1Hm@4 1Um@5 1Un@6"
      " 2Hn@11 2Hm@12 2Um@13 2Un@14",
      "sync-pair",
      "sync-pair 1,7 1,11 7,11 11,1 11,7 2,4 2,12 4,12 12,2 12,4" },
    { "readers' locks do not exclude each other",
      "1hn@1 1Hm@2 1Um@3 1Hm@4 1Um@5 1Un@6 2hn@11 2Hm@12 2Um@13 2Un@14",
      "sync-pair", "sync-pair 1,11 11,1 2,4 2,12 4,12 12,2 12,4" },
    { "a reader and a writer do",
      "1hn@1 1Hm@2 1Um@3 1Hm@4 1Um@5 1Un@6 2Hn@11 2Hm@12 2Um@13 2Un@14",
      "sync-pair", "sync-pair 1,11 11,1 2,4 4,12 12,2" },
    { "a recursive lock is held once", "1Hm@1 1Hm@2 1Um@3 1Um@4 2Hm@11 2Um@12",
      "sync-pair", "sync-pair 1,11 11,1" },

    { "and given back last",
      "1Hm@1 1Hm@2 1Um@3 1Wx@4 1Wx@5 1Um@6 2Hm@11 2Rx@12 2Um@13", "def-use",
      "def-use 4,5 5,12" },

    /* AC4, AC5: everything of 0 before the creation precedes 1. */
    { "a creator's holds come before",
      "0Hm@1 0Um@2 0Hm@3 0Um@4 0C1 1S 1Hm@11 1Um@12", "sync-pair",
      "sync-pair 1,3 3,11" },
    /* AC4, AC6: and those behind the join after. */
    { "a joiner's come after",
      "0C1 1S 1Hm@11 1Um@12 1Hm@13 1Um@14 1E1 0J1 0Hm@1 0Um@2", "sync-pair",
      "sync-pair 11,13 13,1" },
    { "a creator's does not come between its thread's",
      "0Hm@1 0Um@2 0C1 1S 1Hm@11 1Um@12 1Hm@13 1Um@14", "sync-pair",
      "sync-pair 1,11 11,13" },
    { "a join that still waits does not order",
      "0C1 1S 0J1 1Hm@11 1Um@12 0Hm@1 0Um@2", "sync-pair",
      "sync-pair 11,1 1,11" },
    { "two threads joined one after the other are ordered",
      "0C1 1S 1Wx@11 1E1 0J1 0C2 2S 2Rx@21 2E2 0J2", "def-use reads-from",
      "def-use 11,21; reads-from 11,21" },
    { "by a grandchild too", "0Wx@1 0C1 1S 1C2 2S 2Rx@21 0Wx@2", "def-use",
      "def-use 1,2 1,21 2,21" },
    { "a tid used again is another thread",
      "0C1 1S 1Wx@11 1E1 0J1 0C1 1S 1Rx@12", "def-use lr-def",
      "def-use 11,12; lr-def other,12" },
    { "a handle used again too: the second is not joined",
      "0C1 1S 1E1 0J1 0C1 1S 1Wx@11 0Wx@1", "def-use", "def-use 11,1 1,11" },

    { "nor is a thread ordered by the creation of another",
      "0Wx@1 0C1 1S 1E1 0J1 1S 1Rx@2", "reads-from", "reads-from 0,2 1,2" },

    /* AC7: what is created after p and joined before q comes between. */
    { "a thread's write comes between its creator's write and read",
      "0Wx@1 0C1 1S 1Wx@11 1E1 0J1 0Rx@2",
      "def-use lr-def pset reads-from adjacent",
      "def-use 1,11 11,2; lr-def other,2; pset 1,11 11,2; reads-from 11,2;"
      "adjacent 1,11 11,2" },
    { "not if it is not joined", "0Wx@1 0C1 1S 1Wx@11 1E1 0Rx@2",
      "def-use lr-def", "def-use 1,2 1,11 11,2; lr-def own,2 other,2" },
    { "nor if it ran before", "0C1 1S 0Wx@1 1Wx@11 1E1 0J1 0Rx@2", "def-use",
      "def-use 1,2 1,11 11,1 11,2" },
    { "its read does not, for what only writes hide",
      "0Wx@1 0C1 1S 1Rx@11 1E1 0J1 0Rx@2", "def-use adjacent",
      "def-use 1,2 1,11; adjacent 1,11 11,2" },
    { "nor its write to other bytes", "0Wx@1 0C1 1S 1Wx0:4@11 1E1 0J1 0Rx@2",
      "def-use", "def-use 1,2 1,11 11,2" },
    { "two threads may write a half each",
      "0Wx@1 0C1 1S 0C2 2S 1Wx0:4@11 2Wx4:4@21 1E1 2E2 0J1 0J2 0Rx@2",
      "def-use", "def-use 1,11 1,21 11,2 21,2" },
    { "its lock-hold comes between its creator's",
      "0Hm@1 0Um@1 0C1 1S 1Hm@11 1Um@11 1E1 0J1 0Hm@2 0Um@2",
      "sync-pair follows", "sync-pair 1,11 11,2; follows 1,11 11,2" },
    { "so does a grandchild's",
      "0Wx@1 0C1 1S 1C2 2S 2Wx@21 2E2 1J2 1E1 0J1 0Rx@2", "def-use",
      "def-use 1,21 21,2" },
    { "and main's between two threads'",
      "0C1 1S 1Wx@11 1E1 0J1 0Wx@1 0C2 2S 2Rx@21", "def-use pset",
      "def-use 11,1 1,21; pset 11,1 1,21" },

    { "a variable: writes and what uses them",
      "1Wx@1 1Rx@2 1Wx@3 2Rx@11 2Wx@12", "def-use lr-def pset reads-from",
      "def-use 1,2 1,3 1,11 1,12 3,11 3,12 12,1 12,2 12,3;"
      "lr-def own,2 other,2 other,11;"
      "pset 1,11 1,12 3,11 3,12 12,1 12,2 12,3 2,12 11,1 11,3;"
      "reads-from 1,2 12,2 0,11 1,11 3,11" },
    { "in one critical section", "1Hm@9 1Rx@1 1Wx@2 1Um@9 2Hm@9 2Rx@1 2Wx@2",
      "def-use pset adjacent",
      /* Nobody comes between the other's read and write: not (1,1). */
      "def-use 2,1 2,2; pset 2,1 2,2; adjacent 1,2 2,1 9,9" },
    { "read-modify-writes", "1Xx@1 2Xx@2", "pset adjacent reads-from",
      "pset 1,2 2,1; adjacent 1,2 2,1; reads-from 0,1 0,2 1,2 2,1" },
    { "the initial value is gone when a write must come first",
      "0Wx@1 0C1 1S 1Rx@2 1Ry@3", "reads-from", "reads-from 1,2 0,3" },
    { "but not where the write does not reach", "0Wx0:4@1 0C1 1S 1Rx@2",
      "reads-from", "reads-from 1,2 0,2" },
    { "only bytes in common meet", "1Wx0:4@1 2Rx4:4@2 2Rx2:4@3",
      "def-use adjacent", "def-use 1,3; adjacent 1,3 3,1 2,3" },
    /* Thread 1 writes the upper half last at 2, but the lower at 1. */
    { "next and previous are those of the byte",
      "1Hm@9 1Wx@1 1Wx4:4@2 1Um@9 2Hm@9 2Rx@3 2Um@9", "def-use",
      "def-use 1,2 1,3 2,3" },
    { "freed memory is another variable", "1Wx@1 1!x 2Rx@2",
      "def-use reads-from", "reads-from 0,2" },

    { "who waits for whom", "1Lm@1 1Hm@1 1Um@2 2Lm@11 2Hm@11 2Um@12",
      "blocked blocking blocked-pair",
      "blocked 1 11; blocking 1 11; blocked-pair 1,11 11,1" },
    { "nobody behind a common lock",
      "1Ln@1 1Hn@1 1Lm@2 1Hm@2 1Um@3 1Un@4 2Ln@11 2Hn@11 2Lm@12 2Hm@12 2Um@13",
      "blocked-pair", "blocked-pair 1,11 11,1" },
    /* Hand over hand: 1 keeps m and gives n back before. */
    { "a lock given back first does not keep others out",
      "1Ln@1 1Hn@1 1Lm@2 1Hm@2 1Un@3 1Um@4"
      " 2Ln@11 2Hn@11 2Lm@12 2Hm@12 2Un@13 2Um@14",
      "blocked-pair", "blocked-pair 1,11 11,1 2,12 12,2" },
    { "readers do not block readers",
      "1lm@1 1hm@1 1Um@2 2lm@11 2hm@11 2Um@12 3Lm@21 3Hm@21 3Um@22",
      "blocked-pair", "blocked-pair 1,21 11,21 21,1 21,11" },
    { "a try does not wait, but makes others wait",
      "1Tm@1 1Um@2 2Lm@11 2Hm@11 2Um@12", "blocked-pair", "blocked-pair 1,11" },
    { "a condition wait does not wait for the lock, but others do",
      "1Lm@1 1Hm@1 1Um@2 1Hm@2 1Um@3 2Lm@11 2Hm@11 2Um@12", "blocked-pair",
      "blocked-pair 1,11 2,11 11,1" },
    { "a creator that holds the lock is in its thread's way",
      "0Lm@1 0Hm@1 0C1 0Um@2 1S 1Lm@11 1Hm@11 1Um@12", "blocked-pair",
      "blocked-pair 1,11" },
    { "not if it gave it back before",
      "0Lm@1 0Hm@1 0Um@2 0C1 1S 1Lm@11 1Hm@11 1Um@12", "blocked-pair", "" },

    /* Cut at the end: 1 may write again, or give n back, before it gives m
     * back, and 2 needs m. */
    { "a thread that was stopped in its critical section may go on there",
      "2Hm@9 2Rx@11 2Um@9 1Rx@1 1Hm@9 1Wx@2", "def-use reads-from",
      "reads-from 0,1 0,11" },
    { "one that was stopped behind it does not come back",
      "2Hm@9 2Rx@11 2Um@9 1Rx@1 1Hm@9 1Wx@2 1Um@9", "def-use reads-from",
      "def-use 2,11; reads-from 0,1 0,11 2,11" },
    { "and another thread does not reach the lock that it took there",
      "2Ln@11 2Hn@11 2Lm@12 2Hm@12 2Um@12 2Un@11 1Ln@1 1Hn@1 1Lm@2 1Hm@2",
      "blocked-pair", "blocked-pair 1,11 11,1" },
};

#define N_EXAMPLES (sizeof(examples) / sizeof(examples[0]))

static uint32_t metrics_in(const char *text)
{
    uint32_t metrics = 0;

    while (*(text += strspn(text, " ")) != '\0') {
        char name[64];

        snprintf(name, sizeof(name), "%.*s", (int)strcspn(text, " "), text);
        assert_int_not_equal(rdl_metrics_named(name), 0);
        metrics |= rdl_metrics_named(name);
        text += strcspn(text, " ");
    }
    return metrics;
}

static void an_execution_shows_what_can_be_covered(void **state)
{
    const struct example *x = *state;
    struct setup *s = setup();

    estimate(s, x->execution);
    expect_of(s, ESTIMATED, metrics_in(x->metrics), x->estimated);
    teardown(s);
}

static void executions_add_up_but_their_objects_do_not_meet(void **state)
{
    struct setup *s = setup();

    (void)state;
    estimate(s, "1Wx@1 2Rx@2");
    estimate(s, "1Wx@3 2Rx@4 2Rx@5");
    expect_of(s, ESTIMATED, RDL_METRIC_BIT(def_use), "def-use 1,2 3,4 3,5");
    teardown(s);
}

/* 10^6 operations of 50 threads, each again and again the same 20 critical
 * sections; linear time, where pairing operations would take 10^12 steps. */
static void a_long_execution_takes_little_time(void **state)
{
    enum { OPERATIONS = 1000000, WORKERS = 50, SECTIONS = 20 };
    struct setup *s = setup();
    struct rdl_estimate *e =
        rdl_estimate_new(RDL_ALL_METRICS, s->locations, s->covering);
    struct rdl_rng rng = { 7 };
    clock_t begin = clock();
    double seconds;
    size_t n = 0;

    (void)state;
    while (n < OPERATIONS) {
        rdl_tid tid = (rdl_tid)(1 + rdl_rng_below(&rng, WORKERS));
        uintptr_t section = rdl_rng_below(&rng, SECTIONS);
        const struct rdl_event events[] = {
            { .tid = tid,
              .op = RDL_OP_LOCK,
              .addr = OBJECT('m'),
              .pc = PC(section) },
            { .tid = tid,
              .op = RDL_OP_HOLD,
              .addr = OBJECT('m'),
              .pc = PC(section) },
            { .tid = tid,
              .op = RDL_OP_RMW,
              .addr = OBJECT(section % 4),
              .size = 8,
              .pc = PC(100 + section) },
            { .tid = tid,
              .op = RDL_OP_UNLOCK,
              .addr = OBJECT('m'),
              .pc = PC(section) },
        };

        for (size_t i = 0; i < 4; i++, n++)
            rdl_estimate_event(e, &events[i]);
    }
    assert_int_equal(rdl_estimate_finish(e), 0);
    seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    printf("%zu operations, %lu summaries, %u requirements: %.2f s\n", n,
           (unsigned long)rdl_estimate_summaries(e),
           rdl_requirements_n(s->covering), seconds);
    assert_in_range(rdl_estimate_summaries(e), WORKERS * SECTIONS, 12000);
    assert_true(seconds < 5);
    /* All locations of one object meet. */
    assert_int_equal(s->memory->requirements.estimated[RDL_METRIC_sync_pair],
                     SECTIONS * SECTIONS);
    assert_int_equal(s->memory->requirements.estimated[RDL_METRIC_def_use],
                     4 * 5 * 5);
    rdl_estimate_free(e);
    teardown(s);
}

int main(void)
{
    struct CMUnitTest tests[N_EXAMPLES + 2];
    size_t n = 0;

    for (size_t i = 0; i < N_EXAMPLES; i++) {
        tests[n++] = (struct CMUnitTest){
            .name = examples[i].what,
            .test_func = an_execution_shows_what_can_be_covered,
            .initial_state = (void *)&examples[i],
        };
    }
    tests[n++] = (struct CMUnitTest)cmocka_unit_test(
        executions_add_up_but_their_objects_do_not_meet);
    tests[n++] =
        (struct CMUnitTest)cmocka_unit_test(a_long_execution_takes_little_time);
    return _cmocka_run_group_tests("coverage_estimate", tests, n, NULL, NULL);
}
