/* strategy_contract.c - the promises of strategy.h, for every strategy of
 * list.h.  The world changes at each step (a strategy that returned best + 1
 * would pass in a constant one), over many seeds. */
#include "strategy/strategy.h"

#include <stdbool.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "kebab.h"

enum { THREADS = 9, STEPS = 100, EXECUTIONS = 16, SEEDS = 20 };

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

/* --- A guide that answers anything, but the same to the same question ------
 */

static uint64_t mixed(const struct rdl_event *e)
{
    struct rdl_rng h = { e->pc ^ e->addr << 20 ^ (uint64_t)e->op << 50 };

    return rdl_rng_next(&h);
}

static void any_set(uint64_t h, struct rdl_guide_set *out)
{
    static const uint32_t sizes[] = { 0, 1, 1, 2, 3, RDL_GUIDE_MOST, 1, 0 };

    out->n = sizes[h % 8];
    for (uint32_t i = 0; i < out->n; i++) /* some unknown, some huge */
        out->id[i] = (uint32_t)(h >> i) & (h % 16 == 1 ? UINT32_MAX : 63);
}

static void any_would(const struct rdl_guide *g, const struct rdl_event *p,
                      struct rdl_guide_set *out)
{
    (void)g;
    any_set(mixed(p), out);
}

static void any_would_after(const struct rdl_guide *g,
                            const struct rdl_event *p,
                            const struct rdl_event *q,
                            struct rdl_guide_set *out)
{
    (void)g;
    any_set(mixed(p) * 3 + mixed(q), out);
}

static bool any_meet(const struct rdl_event *p, const struct rdl_event *q)
{
    return p->addr == q->addr;
}

static bool any_waits(const struct rdl_guide *g, const struct rdl_event *p)
{
    (void)g;
    return p->op == RDL_OP_LOCK && mixed(p) % 2 == 0;
}

/* Its other answers depend on the thread. */
static bool any_holds(const struct rdl_guide *g, const struct rdl_event *p)
{
    (void)g;
    (void)p;
    return true;
}

static bool any_known(const struct rdl_guide *g, uint32_t id)
{
    (void)g;
    return id % 3 == 1;
}

static uint32_t any_count(const struct rdl_guide *g, const struct rdl_event *p)
{
    (void)g;
    return (uint32_t)(mixed(p) % 4);
}

static uint32_t any_pairs(const struct rdl_guide *g, uint32_t id)
{
    (void)g;
    return id % 4;
}

static uint32_t any_fresh(const struct rdl_guide *g)
{
    (void)g;
    return 0;
}

static const struct rdl_guide any_guide = {
    .query = any_would,
    .query_after = any_would_after,
    .meet = any_meet,
    .waits = any_waits,
    .holds = any_holds,
    .covered = any_known,
    .estimated = any_known,
    .open = any_count,
    .pairs_new = any_pairs,
    .partners = any_count,
    .fresh = any_fresh,
    .progress = any_fresh,
};

static int contains(const rdl_tid *enabled, size_t n, rdl_tid tid)
{
    for (size_t i = 0; i < n; i++) {
        if (enabled[i] == tid)
            return 1;
    }
    return 0;
}

/* What lies behind a strategy's memory is not its own. */
static char *guarded(size_t size)
{
    char *memory = calloc(1, size + 16);

    memset(memory + size, 0x5a, 16);
    return memory;
}

static void assert_guard(const char *memory, size_t size)
{
    for (size_t i = size; i < size + 16; i++)
        assert_int_equal(memory[i], 0x5a);
}

/* Aims of each kind, at places that threads come by. */
static void any_aims(struct rdl_aims *aims)
{
    *aims = (struct rdl_aims){ .n = 2 * RDL_N_AIM_KINDS };
    for (uint32_t i = 0; i < aims->n; i++) {
        aims->all[i].kind = (uint8_t)(i % RDL_N_AIM_KINDS);
        aims->all[i].n = 2;
        for (unsigned k = 0; k < 2; k++)
            aims->all[i].parts[k] = (struct rdl_aim_part){
                .first = 0x400000 + 7 * i + k,
                .second = 0x400000 + 5 * i + k,
            };
    }
}

/* EXECUTIONS in a row, so that what lasts matters: cuve changes its phase
 * after ten. */
static void run_once(const struct rdl_strategy *s, uint64_t seed,
                     rdl_tid out[EXECUTIONS][STEPS])
{
    struct rdl_rng rng = { seed }, world = { ~seed };
    char *state = guarded(s->state_size), *memory = guarded(s->memory_size);
    static struct rdl_aims aims;
    struct rdl_run run = { .rng = &rng,
                           .memory = s->memory_size > 0 ? memory : NULL,
                           .guide = s->metrics != NULL ? &any_guide : NULL,
                           .aims = seed % 2 == 0 ? &aims : NULL,
                           .expected_steps = STEPS,
                           .depth = 3 };
    struct rdl_ended ended = { .decisions = STEPS };
    rdl_tid enabled[THREADS];
    struct rdl_choice c = { .rng = &rng,
                            .memory = run.memory,
                            .guide = run.guide,
                            .enabled = enabled,
                            .pending = pending };

    any_aims(&aims);
    for (; run.execution < EXECUTIONS; run.execution++) {
        memset(state, 0, s->state_size);
        aims.current = aims.arrived = 0;
        s->begin(state, &run);
        c.current = 0;
        c.steps = 0;
        for (c.step = 0; c.step < STEPS; c.step++) {
            c.n_enabled = draw_enabled(&world, enabled);
            c.steps += 1 + rdl_rng_below(&world, 2); /* some are forced */
            c.current = s->pick(state, &c);
            out[run.execution][c.step] = c.current;
            assert_true(contains(enabled, c.n_enabled, c.current));
            if (s->choose != NULL) {
                for (int k = 0; k < RDL_N_CHOICE_KINDS; k++)
                    assert_true(s->choose(state, &rng, k, 3) < 3);
            }
        }
        /* Every third process dies before its execution has ended. */
        if (s->end != NULL && run.execution % 3 != 2)
            s->end(state, &run, &ended);
    }
    for (uint32_t i = 0; i < aims.n; i++) {
        const bool its = (s->confirms >> aims.all[i].kind & 1) != 0;

        assert_true(its || aims.all[i].tries == 0);
        assert_true(aims.all[i].reached <= aims.all[i].tries);
    }
    assert_guard(state, s->state_size);
    assert_guard(memory, s->memory_size);
    free(state);
    free(memory);
}

static void picks_are_enabled_and_repeat_from_the_seed(void **unused)
{
    const struct rdl_strategy *s;

    (void)unused;
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++) {
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            static rdl_tid a[EXECUTIONS][STEPS], b[EXECUTIONS][STEPS];

            if (s->noise != NULL)
                continue; /* it does not pick */
            run_once(s, seed, a);
            run_once(s, seed, b);
            assert_memory_equal(a, b, sizeof(a));
        }
    }
}

static void names_are_found_and_states_fit(void **unused)
{
    static const char *const ids[] = {
#define STRATEGY(id) #id,
#include "strategy/list.h"
#undef STRATEGY
    };
    const struct rdl_strategy *s;
    size_t memory = 0;

    (void)unused;
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++) {
        check_kebab(s->name, ids[i]);
        assert_ptr_equal(rdl_strategy_find(s->name), s);
        assert_non_null(s->summary);
        assert_true(s->state_size <= RDL_STRATEGY_STATE);
        /* Pages of its own, behind those of the one before. */
        assert_int_equal(rdl_strategy_memory_at(s), memory);
        assert_int_equal(memory % 4096, 0);
        memory += (s->memory_size + 4095) / 4096 * 4096;
        if (s->alias != NULL)
            assert_ptr_equal(rdl_strategy_find(s->alias), s);
    }
    assert_int_equal(rdl_strategy_memory_at(NULL), memory);
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

/* 30 of 100: 30000 of 100000 expected, standard deviation 145; seven of them
 * away.  A sleep lasts at most as long as was said, and half of that in the
 * mean: with 30000 of them within 1 % (a standard deviation is 0.3 %). */
static void noise_is_as_often_and_as_long_as_told(void **unused)
{
    const struct rdl_strategy *s;
    unsigned n_noisy = 0, n_sleepy = 0;

    (void)unused;
    for (size_t i = 0; (s = rdl_strategy_at(i)) != NULL; i++) {
        struct rdl_rng rng = { 3 };
        const struct rdl_run run = { .rng = &rng,
                                     .noise_percent = 30,
                                     .noise_ns = 10000000 };
        char *state = guarded(s->state_size);
        unsigned times = 0;
        double slept = 0;

        if (s->noise == NULL) {
            free(state);
            continue;
        }
        n_noisy++;
        s->begin(state, &run);
        for (int k = 0; k < 100000; k++) {
            uint64_t ns = s->noise(state, &rng);

            times += ns != 0;
            if (ns == RDL_NOISE_YIELD)
                continue;
            assert_in_range(ns, 0, 10000000);
            slept += (double)ns;
        }
        assert_in_range(times, 29000, 31000);
        if (slept > 0) {
            n_sleepy++;
            assert_in_range((uint64_t)(slept / times), 4950000, 5050000);
        }
        assert_guard(state, s->state_size);
        free(state);
    }
    assert_int_equal(n_noisy, 2);
    assert_int_equal(n_sleepy, 1);
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
        cmocka_unit_test(noise_is_as_often_and_as_long_as_told),
        cmocka_unit_test(both_orders_of_a_race_come),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
