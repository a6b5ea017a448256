/* strategy_pos_weighted.c - who waits with a low priority draws again about
 * once an execution, and at every other decision of the first; who has little
 * left may come late. */
#include "strategy_model.h"

enum { DECISIONS = 2000 };

/* The longest that one of two threads that never race goes on alone, if an
 * execution is expected to have so many steps; the median of 101 executions. */
static unsigned longest(const char *strategy, uint64_t expected_steps)
{
    const struct rdl_strategy *s = rdl_strategy_find(strategy);
    struct rdl_rng rng = { 11 };
    void *state = calloc(1, s->state_size);
    void *memory = calloc(1, s->memory_size + 1);
    const struct rdl_run run = { .rng = &rng,
                                 .memory = memory,
                                 .expected_steps = expected_steps };
    const struct rdl_event pending[] = {
        { .op = RDL_OP_WRITE, .addr = 0x100, .pc = 1, .size = 4, .tid = 0 },
        { .op = RDL_OP_WRITE, .addr = 0x200, .pc = 2, .size = 4, .tid = 1 },
    };
    const rdl_tid enabled[] = { 0, 1 };
    unsigned times[DECISIONS + 1] = { 0 }, below = 0, median = 0;

    for (int i = 0; i < 101; i++) {
        struct rdl_choice c = { .rng = &rng,
                                .memory = memory,
                                .enabled = enabled,
                                .n_enabled = 2,
                                .pending = pending };
        unsigned most = 0, now = 0;

        memset(state, 0, s->state_size);
        s->begin(state, &run);
        for (c.step = 0; c.step < DECISIONS; c.step++, c.steps++) {
            const rdl_tid t = s->pick(state, &c);

            now = c.step > 0 && t == c.current ? now + 1 : 1;
            most = now > most ? now : most;
            c.current = t;
        }
        times[most]++;
    }
    while ((below += times[median]) <= 50)
        median++;
    free(state);
    free(memory);
    return median;
}

/* One who has drawn u waits for 1/u others: of 2000 draws the lowest makes its
 * thread wait for most of the execution.  If all draw again every hundredth
 * time, nobody waits for much more than a few hundred; every other time, as
 * long as a coin falls on one side, 2^11 being 2000. */
static void nobody_waits_for_long(void **unused)
{
    (void)unused;
    assert_in_range(longest("pos", 100), 600, DECISIONS);
    assert_in_range(longest("pos-weighted", 100), 100, 500);
    assert_in_range(longest("pos-weighted", 1), 8, 30);
    assert_in_range(longest("random", 1), 8, 14);
}

enum { LONG = 20, LATE = 15, RUNS = 4000 };

/* In how many of RUNS executions the one event of a thread comes behind LATE
 * of the LONG ones of another, with all of which it races.  Counts executions
 * with an even and an odd number apart. */
static void count_late(const char *strategy, unsigned late[2])
{
    const struct rdl_strategy *s = rdl_strategy_find(strategy);
    struct rdl_rng rng = { 7 };
    void *state = calloc(1, s->state_size);
    void *memory = calloc(1, s->memory_size + 1);
    const struct rdl_run run = { .rng = &rng,
                                 .memory = memory,
                                 .expected_steps = 1000000 };
    const struct rdl_event pending[] = {
        { .op = RDL_OP_WRITE, .addr = 0x100, .pc = 1, .size = 4, .tid = 0 },
        { .op = RDL_OP_WRITE, .addr = 0x100, .pc = 2, .size = 4, .tid = 1 },
    };
    const rdl_tid enabled[] = { 0, 1 };

    late[0] = late[1] = 0;
    for (int i = 0; i < RUNS; i++) {
        unsigned at = 0;

        memset(state, 0, s->state_size);
        s->begin(state, &run);
        while (at < LONG &&
               s->pick(state, &(struct rdl_choice){ .rng = &rng,
                                                    .memory = memory,
                                                    .enabled = enabled,
                                                    .n_enabled = 2,
                                                    .pending = pending }) == 0)
            at++;
        late[i % 2] += at >= LATE;
        if (s->end != NULL)
            s->end(state, &run, &(struct rdl_ended){ .found = false });
    }
    free(state);
    free(memory);
}

/* With even draws each event of the long thread comes first with a chance of
 * one in two: 2^-15 for LATE of them.  With k left it is one of root k in
 * 1 + root k: 2 % for LATE of LONG, once LONG were seen.  Every other execution
 * draws evenly, the first among them. */
static void who_has_little_left_may_come_late(void **unused)
{
    unsigned late[2];

    (void)unused;
    count_late("pos", late);
    assert_in_range(late[0] + late[1], 0, 4);
    count_late("pos-weighted", late);
    assert_in_range(late[1], RUNS / 400, RUNS / 40);
    assert_in_range(late[0], 0, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_little_left_may_come_late),
        cmocka_unit_test(nobody_waits_for_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
