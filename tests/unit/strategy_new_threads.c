/* strategy_new_threads.c - a thread does not inherit what an earlier thread of
 * its number drew, also if nobody was asked about that one's last steps. */
#include "strategy/lib/new_threads.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { ROUNDS = 40, SEEDS = 50 };

static const rdl_tid both[] = { 0, 1 };
/* Main, and a child that waits for its first step. */
static const struct rdl_event pending[] = {
    { .op = RDL_OP_JOIN, .addr = 0x100, .pc = 1, .size = 1, .tid = 0 },
    { .op = RDL_OP_START, .addr = 0x200, .pc = 2, .size = 1, .tid = 1 },
};

/* In how many of ROUNDS decisions, `apart` steps from one to the next, the
 * child goes before main.  More than one step apart it is another child: the
 * one before ran to its end while main waited for it. */
static unsigned times_first(uint64_t seed, uint64_t apart)
{
    const struct rdl_strategy *s = rdl_strategy_find("pct");
    struct rdl_rng rng = { seed };
    void *state = calloc(1, s->state_size), *memory = calloc(1, s->memory_size);
    const struct rdl_run run = {
        .rng = &rng, .memory = memory, .expected_steps = 100, .depth = 1
    };
    struct rdl_choice c = { .rng = &rng,
                            .memory = memory,
                            .enabled = both,
                            .n_enabled = 2,
                            .pending = pending };
    unsigned first = 0;

    s->begin(state, &run);
    for (; c.step < ROUNDS; c.step++) {
        c.steps += apart;
        first += s->pick(state, &c) == 1;
    }
    free(state);
    free(memory);
    return first;
}

/* If main drew m, each of 40 children is above it with a chance of 1 - m: all
 * alike in 2 of 41 executions.  16 of 50 or more have a chance of 10^-9. */
static void each_child_draws_its_priority(void **unused)
{
    unsigned alike = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        alike += times_first(seed, 5) % ROUNDS == 0;
    assert_in_range(alike, 0, 15);
}

static void a_child_that_waits_keeps_its_priority(void **unused)
{
    (void)unused;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        assert_int_equal(times_first(seed, 1) % ROUNDS, 0);
}

/* A child lost against main, whose priority is drawn again.  The next child has
 * a chance of 1/2; with the priority of the one that lost it were 1/3. */
static void a_child_does_not_lose_with_another(void **strategy)
{
    const struct rdl_strategy *s = rdl_strategy_find(*strategy);
    unsigned lost = 0, then = 0;

    for (uint64_t seed = 1; seed <= 4000; seed++) {
        struct rdl_rng rng = { seed };
        void *state = calloc(1, s->state_size);
        void *memory = calloc(1, s->memory_size + 1);
        const struct rdl_run run = { .rng = &rng,
                                     .memory = memory,
                                     .expected_steps = 100 };
        struct rdl_choice c = { .rng = &rng,
                                .memory = memory,
                                .enabled = both,
                                .n_enabled = 2,
                                .pending = pending,
                                .steps = 2 };

        s->begin(state, &run);
        if (s->pick(state, &c) == 0) {
            lost++;
            c.step++;
            c.steps += 5;
            then += s->pick(state, &c) == 1;
        }
        free(state);
        free(memory);
    }
    assert_in_range(lost, 1800, 2200);
    assert_in_range(then * 100 / lost, 45, 55);
}

/* site-priority: in the sixth of its forms the thread that runs at a drawn step
 * sinks below all others; here that is step 0.  If the first child ran then,
 * its place is above main's, so the second goes first too unless it sank with
 * the first.  One decision in 1,024 is uniform. */
static void a_child_does_not_sink_with_another(void **unused)
{
    const struct rdl_strategy *s = rdl_strategy_find("site-priority");
    unsigned first = 0, second = 0;

    (void)unused;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct rdl_rng rng = { seed };
        void *memory = calloc(1, s->memory_size), *state = NULL;
        const struct rdl_run run = { .rng = &rng,
                                     .memory = memory,
                                     .expected_steps = 1 };
        struct rdl_choice c = { .rng = &rng,
                                .memory = memory,
                                .enabled = both,
                                .n_enabled = 2,
                                .pending = pending,
                                .steps = 2 };

        for (int form = 0; form < 6; form++) {
            free(state);
            state = calloc(1, s->state_size);
            s->begin(state, &run);
        }
        if (s->pick(state, &c) == 1) {
            first++;
            c.step = 1;
            c.steps = 9;
            second += s->pick(state, &c) == 1;
        }
        free(state);
        free(memory);
    }
    assert_in_range(first, SEEDS / 5, SEEDS);
    assert_in_range(second, first - 1, first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_child_draws_its_priority),
        cmocka_unit_test(a_child_that_waits_keeps_its_priority),
        cmocka_unit_test_prestate(a_child_does_not_lose_with_another, "pos"),
        cmocka_unit_test_prestate(a_child_does_not_lose_with_another, "rff"),
        cmocka_unit_test_prestate(a_child_does_not_lose_with_another,
                                  "pos-weighted"),
        cmocka_unit_test(a_child_does_not_sink_with_another),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
