/* strategy_directed.c - the strategies that confirm a prediction get there in
 * (nearly) every execution, where a random walk hardly ever does.
 *
 * The world: two threads with lists of operations on locks a and b and on
 * variable x.  A thread whose lock is held is not enabled. */
#include "strategy/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { THREADS = 2, RUNS = 200, MOST = 300 };

struct world {
    const char *script[THREADS];
    size_t at[THREADS];
    int holder[2];        /* of a and b; -1: free */
    bool waits[THREADS];  /* it has asked for the lock */
    char order[4 * MOST]; /* what happened: thread number and letter */
    size_t n;
};

/* Letters: a b take, A B release, r reads x, w writes x, . does nothing. */
static uint8_t op_of(char letter)
{
    return letter == 'a' || letter == 'b'   ? RDL_OP_LOCK
           : letter == 'A' || letter == 'B' ? RDL_OP_UNLOCK
           : letter == 'r'                  ? RDL_OP_READ
           : letter == 'w'                  ? RDL_OP_WRITE
                                            : RDL_OP_FENCE;
}

/* The place of an operation: its thread and its position. */
static uintptr_t place(unsigned thread, size_t at)
{
    return 0x1000 * (thread + 1) + at;
}

static struct rdl_event event_of(const struct world *w, unsigned t)
{
    const char letter = w->script[t][w->at[t]];
    const bool lock = strchr("aAbB", letter) != NULL;

    return (struct rdl_event){
        .pc = place(t, w->at[t]),
        .addr = lock ? (letter | 32) == 'a' ? 0x100 : 0x200 : 0x300,
        .size = letter == '.' ? 0 : 4,
        .tid = (rdl_tid)t,
        .op = w->waits[t] ? RDL_OP_HOLD : op_of(letter),
    };
}

static bool can(const struct world *w, unsigned t)
{
    const char letter = w->script[t][w->at[t]];

    if (letter == '\0')
        return false;
    return !w->waits[t] || w->holder[letter == 'b'] < 0;
}

static void act(struct world *w, unsigned t)
{
    const char letter = w->script[t][w->at[t]];
    const int lock = (letter | 32) == 'b';

    if ((letter == 'a' || letter == 'b') && w->holder[lock] >= 0) {
        w->waits[t] = true;
        return;
    }
    w->waits[t] = false;
    if (letter == 'a' || letter == 'b')
        w->holder[lock] = (int)t;
    if (letter == 'A' || letter == 'B')
        w->holder[lock] = -1;
    w->order[w->n++] = (char)('0' + t);
    w->order[w->n++] = letter;
    w->at[t]++;
}

/* One execution: returns true if it ended with threads that wait. */
static bool execute(const struct rdl_strategy *s, struct world *w,
                    struct rdl_aims *aims, uint64_t seed)
{
    struct rdl_rng rng = { seed };
    const struct rdl_run run = { .rng = &rng, .aims = aims };
    struct rdl_event pending[THREADS];
    void *state = calloc(1, s->state_size + 1);
    rdl_tid current = 0;
    uint64_t step = 0;
    bool stuck;

    memset(w->at, 0, sizeof(w->at));
    memset(w->waits, 0, sizeof(w->waits));
    memset(w->order, 0, sizeof(w->order));
    w->holder[0] = w->holder[1] = -1;
    w->n = 0;
    aims->current = aims->arrived = 0;
    s->begin(state, &run);
    for (;;) {
        rdl_tid enabled[THREADS];
        size_t n = 0;

        for (unsigned t = 0; t < THREADS; t++) {
            if (!can(w, t))
                continue;
            enabled[n++] = (rdl_tid)t;
            pending[t] = event_of(w, t);
        }
        if (n == 0)
            break;
        if (n > 1 || s->forced)
            current = s->pick(state, &(struct rdl_choice){ .rng = &rng,
                                                           .enabled = enabled,
                                                           .n_enabled = n,
                                                           .pending = pending,
                                                           .current = current,
                                                           .step = step++ });
        else
            current = enabled[0];
        act(w, current);
    }
    stuck = w->waits[0] || w->waits[1];
    free(state);
    return stuck;
}

/* A hundred operations before the locks, so that a random walk seldom gets both
 * threads there at the same time. */
#define FAR                                                                    \
    ".................................................."                       \
    ".................................................."

static void a_predicted_deadlock_is_reached(void **unused)
{
    struct world w = { .script = { FAR "ab.BA", "ba.AB" } };
    struct rdl_aims aims = { .n = 1 };
    const struct rdl_strategy *s = rdl_strategy_find("deadlock-directed");
    unsigned random = 0, directed = 0;

    (void)unused;
    aims.all[0] = (struct rdl_aim){
        .kind = RDL_AIM_DEADLOCK,
        .n = 2,
        .parts = { { .first = place(0, 100), .second = place(0, 101) },
                   { .first = place(1, 0), .second = place(1, 1) } },
    };
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        random += execute(rdl_strategy_find("random"), &w, &aims, seed);
        directed += execute(s, &w, &aims, seed);
    }
    assert_int_equal(aims.all[0].tries, RUNS);
    assert_int_equal(directed, RUNS);
    assert_in_range(random, 0, RUNS / 20);
}

/* The second thread takes its locks in the same order: it is never stuck, and
 * each execution ends. */
static void a_cycle_that_is_none_does_no_harm(void **unused)
{
    struct world w = { .script = { FAR "ab.BA", "ab.BA" } };
    struct rdl_aims aims = { .n = 1 };

    (void)unused;
    aims.all[0] = (struct rdl_aim){
        .kind = RDL_AIM_DEADLOCK,
        .n = 2,
        .parts = { { .first = place(0, 100), .second = place(0, 101) },
                   { .first = place(1, 0), .second = place(1, 1) } },
    };
    for (uint64_t seed = 0; seed < RUNS; seed++)
        assert_false(
            execute(rdl_strategy_find("deadlock-directed"), &w, &aims, seed));
}

/* Both threads stand at their accesses, and either goes first: in all of 200
 * executions the same one has probability 2^-199. */
static void a_predicted_race_is_reached_both_ways(void **unused)
{
    struct world w = { .script = { FAR "w.", "r." } };
    struct rdl_aims aims = { .n = 1 };
    unsigned writer_first = 0;

    (void)unused;
    aims.all[0] = (struct rdl_aim){
        .kind = RDL_AIM_RACE,
        .n = 1,
        .parts = { { .first = place(0, 100), .second = place(1, 0) } },
    };
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        execute(rdl_strategy_find("race-directed"), &w, &aims, seed);
        assert_true(aims.current == 1 && aims.arrived == 1);
        writer_first += strstr(w.order, "0w") < strstr(w.order, "1r");
    }
    assert_int_equal(aims.all[0].reached, RUNS);
    assert_in_range(writer_first, 1, RUNS - 1);
}

/* Two reads race as little as accesses that a lock keeps apart. */
static void what_does_not_race_is_not_reached(void **unused)
{
    struct world reads = { .script = { FAR "r.", "r." } };
    struct world locked = { .script = { FAR "awA", "arA" } };
    struct rdl_aims aims = { .n = 1 };

    (void)unused;
    aims.all[0] = (struct rdl_aim){
        .kind = RDL_AIM_RACE,
        .n = 1,
        .parts = { { .first = place(0, 100), .second = place(1, 0) } },
    };
    for (uint64_t seed = 0; seed < RUNS; seed++)
        execute(rdl_strategy_find("race-directed"), &reads, &aims, seed);
    aims.all[0].parts[0] =
        (struct rdl_aim_part){ .first = place(0, 101), .second = place(1, 1) };
    for (uint64_t seed = 0; seed < RUNS; seed++)
        execute(rdl_strategy_find("race-directed"), &locked, &aims, seed);
    assert_int_equal(aims.all[0].tries, 2 * RUNS);
    assert_int_equal(aims.all[0].reached, 0);
}

/* The lock is released between the test and the update: the other thread's
 * update comes in between. */
static void another_thread_comes_between(void **unused)
{
    struct world w = { .script = { "arAawA", FAR "awA" } };
    struct rdl_aims aims = { .n = 1 };

    (void)unused;
    aims.all[0] = (struct rdl_aim){
        .kind = RDL_AIM_ATOMICITY,
        .n = 2,
        .parts = { { .first = place(0, 1), .second = place(0, 3) },
                   { .first = place(1, 101) } },
    };
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        const char *between;

        execute(rdl_strategy_find("atomicity-directed"), &w, &aims, seed);
        between = strstr(w.order, "1w");
        assert_true(strstr(w.order, "0r") < between &&
                    between < strstr(w.order, "0w"));
    }
    assert_int_equal(aims.all[0].reached, RUNS);
}

/* Under one lock nobody comes between, and nobody waits for ever. */
static void nobody_comes_into_a_critical_section(void **unused)
{
    struct world w = { .script = { "arwA", FAR "awA" } };
    struct rdl_aims aims = { .n = 1 };

    (void)unused;
    aims.all[0] = (struct rdl_aim){
        .kind = RDL_AIM_ATOMICITY,
        .n = 2,
        .parts = { { .first = place(0, 1), .second = place(0, 2) },
                   { .first = place(1, 101) } },
    };
    for (uint64_t seed = 0; seed < RUNS; seed++)
        assert_false(
            execute(rdl_strategy_find("atomicity-directed"), &w, &aims, seed));
    assert_int_equal(aims.all[0].reached, 0);
}

/* Code that is not loaded is not an aim. */
static void an_aim_without_its_code_is_none(void **unused)
{
    struct world w = { .script = { "w", "r" } };
    struct rdl_aims aims = { .n = 1 };

    (void)unused;
    aims.all[0] = (struct rdl_aim){ .kind = RDL_AIM_RACE, .n = 1 };
    execute(rdl_strategy_find("race-directed"), &w, &aims, 1);
    assert_int_equal(aims.all[0].tries, 0);
    assert_int_equal(aims.current, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_predicted_deadlock_is_reached),
        cmocka_unit_test(a_cycle_that_is_none_does_no_harm),
        cmocka_unit_test(a_predicted_race_is_reached_both_ways),
        cmocka_unit_test(what_does_not_race_is_not_reached),
        cmocka_unit_test(another_thread_comes_between),
        cmocka_unit_test(nobody_comes_into_a_critical_section),
        cmocka_unit_test(an_aim_without_its_code_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
