/* strategy_contract.c - the promises of strategy.h, for every strategy of
 * list.h.  The world changes at each step (a strategy that returned best + 1
 * would pass in a constant one), over many seeds. */
#include "strategy/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { THREADS = 9, STEPS = 200, SEEDS = 100 };

static struct rdl_event pending[RDL_MAX_THREADS];

/* At least two threads, ascending, with events that sometimes race. */
static size_t draw_enabled(struct rdl_rng *world, rdl_tid *enabled)
{
    size_t n = 0;

    while (n < 2) {
        n = 0;
        for (rdl_tid t = 0; t < THREADS; t++) {
            if (rdl_rng_below(world, 2) == 0)
                continue;
            enabled[n++] = t;
            pending[t] = (struct rdl_event){
                .tid = t,
                .op = (uint8_t)rdl_rng_below(world, RDL_N_OPS),
                .addr = 0x1000 + rdl_rng_below(world, 16),
                .size = 4,
                .pc = 0x400000 + rdl_rng_below(world, 64),
            };
        }
    }
    return n;
}

static int contains(const rdl_tid *enabled, size_t n, rdl_tid tid)
{
    for (size_t i = 0; i < n; i++) {
        if (enabled[i] == tid)
            return 1;
    }
    return 0;
}

static void run_once(const struct rdl_strategy *s, uint64_t seed,
                     rdl_tid out[STEPS])
{
    struct rdl_rng rng = { seed }, world = { ~seed };
    struct rdl_run run = { .rng = &rng, .expected_steps = STEPS, .depth = 3 };
    rdl_tid enabled[THREADS];
    struct rdl_choice c = { .rng = &rng,
                            .enabled = enabled,
                            .pending = pending };
    char *state = calloc(1, s->state_size + 16);

    /* What lies behind the state is not the strategy's. */
    memset(state + s->state_size, 0x5a, 16);
    s->begin(state, &run);
    for (c.step = 0; c.step < STEPS; c.step++) {
        c.n_enabled = draw_enabled(&world, enabled);
        out[c.step] = c.current = s->pick(state, &c);
        assert_true(contains(enabled, c.n_enabled, c.current));
        if (s->choose != NULL) {
            for (int k = 0; k < RDL_N_CHOICE_KINDS; k++)
                assert_true(s->choose(state, &rng, k, 3) < 3);
        }
    }
    for (int i = 0; i < 16; i++)
        assert_int_equal(state[s->state_size + (size_t)i], 0x5a);
    free(state);
}

static void picks_are_enabled_and_repeat_from_the_seed(void **unused)
{
    const struct rdl_strategy *s;

    (void)unused;
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++) {
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            rdl_tid a[STEPS], b[STEPS];

            run_once(s, seed, a);
            run_once(s, seed, b);
            assert_memory_equal(a, b, sizeof(a));
        }
    }
}

static void names_are_found_and_states_fit(void **unused)
{
    const struct rdl_strategy *s;

    (void)unused;
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++) {
        assert_ptr_equal(rdl_strategy_find(s->name), s);
        assert_non_null(s->summary);
        assert_true(s->state_size <= RDL_STRATEGY_STATE);
    }
    assert_null(rdl_strategy_find("no such strategy"));
}

static void usual_choices_are_in_range_and_mostly_ordinary(void **unused)
{
    struct rdl_rng rng = { 7 };
    unsigned unusual = 0;

    (void)unused;
    for (int i = 0; i < 16000; i++) {
        assert_true(rdl_strategy_choose(NULL, &rng, RDL_CHOOSE_WAITER, 5) < 5);
        unusual += rdl_strategy_choose(NULL, &rng, RDL_CHOOSE_SPURIOUS, 2);
    }
    /* One in 16: 1000 expected, standard deviation 31; nine of them away. */
    assert_in_range(unusual, 720, 1280);
}

/* Two threads with one racing write each: both orders must come.  Each order
 * has probability 1/2 for these; 100 seeds all alike: 2^-99. */
static void both_orders_of_a_race_come(void **unused)
{
    static const char *const random_ones[] = { "random", "pct", "pos" };

    (void)unused;
    for (size_t k = 0; k < 3; k++) {
        const struct rdl_strategy *s = rdl_strategy_find(random_ones[k]);
        int first[2] = { 0, 0 };

        for (uint64_t seed = 0; seed < 100; seed++) {
            struct rdl_rng rng = { seed };
            struct rdl_run run = { .rng = &rng,
                                   .expected_steps = 10,
                                   .depth = 1 };
            rdl_tid enabled[2] = { 1, 2 };
            struct rdl_choice c = { .rng = &rng,
                                    .enabled = enabled,
                                    .n_enabled = 2,
                                    .pending = pending };
            void *state = calloc(1, s->state_size + 1);

            memset(pending, 0, sizeof(pending));
            pending[1].op = pending[2].op = RDL_OP_WRITE;
            pending[1].size = pending[2].size = 4;
            s->begin(state, &run);
            first[s->pick(state, &c) - 1]++;
            free(state);
        }
        assert_true(first[0] > 0 && first[1] > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(picks_are_enabled_and_repeat_from_the_seed),
        cmocka_unit_test(names_are_found_and_states_fit),
        cmocka_unit_test(usual_choices_are_in_range_and_mostly_ordinary),
        cmocka_unit_test(both_orders_of_a_race_come),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
