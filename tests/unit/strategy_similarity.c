/* strategy_similarity.c - the paper's counts, and what a vector does. */
#include "strategy/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 16 };

static unsigned percent = 80, length = 63; /* of the threshold */
static rdl_tid self = 1;                   /* the thread of execute() */

static const struct rdl_strategy *similarity(void)
{
    return rdl_strategy_find("similarity");
}

/* An execution of one thread that comes by `probes` places, beside another
 * that always can run; the bits of the places at which it was left. */
static unsigned execute(void *memory, unsigned probes, uint64_t seed)
{
    const struct rdl_strategy *s = similarity();
    struct rdl_rng rng = { seed };
    const struct rdl_run run = { .rng = &rng,
                                 .memory = memory,
                                 .similarity_percent = percent,
                                 .similarity_length = length };
    void *state = calloc(1, s->state_size);
    struct rdl_event pending[3] = { { .op = RDL_OP_READ } };
    const rdl_tid enabled[2] = { self, 2 };
    unsigned vector = 0;

    pending[2].op = RDL_OP_READ;
    s->begin(state, &run);
    for (unsigned i = 0; i < probes; i++) {
        const struct rdl_choice c = {
            .rng = &rng,
            .memory = memory,
            .enabled = enabled,
            .n_enabled = 2,
            .pending = pending,
            .current = self,
            .step = i,
        };

        pending[self] = (struct rdl_event){ .tid = self,
                                            .op = RDL_OP_LOCK,
                                            .pc = 0x1000 + i };
        if (s->pick(state, &c) == 2 && i < 32)
            vector |= 1u << i;
    }
    free(state);
    return vector;
}

static unsigned ones(unsigned v)
{
    return (unsigned)__builtin_popcount(v);
}

/* Similar vectors as the paper says it, in floating point. */
static bool similar(unsigned probes, unsigned a, unsigned b)
{
    double both = ones(a & b), both_lengths = (double)ones(a) * ones(b);
    double threshold = percent / 100.0;

    if (probes > length)
        threshold *= (double)length / probes;
    return both_lengths > 0 &&
           both * both > threshold * threshold * both_lengths + 1e-9;
}

/* How many vectors come before the first comes again: it is the all-zero one
 * with which learning began, or the first of the order. */
static unsigned count_used(unsigned probes, uint64_t *skipped)
{
    const struct rdl_strategy *s = similarity();
    void *memory = calloc(1, s->memory_size);
    bool *seen = calloc((size_t)1 << probes, sizeof(bool));
    unsigned n = 0, list[1 << MOST];

    for (;;) {
        unsigned v = execute(memory, probes, n);

        *skipped = s->skipped(memory);
        if (seen[v])
            break;
        for (unsigned i = 0; i < n; i++)
            assert_false(similar(probes, v, list[i]));
        seen[v] = true;
        list[n++] = v;
    }
    free(seen);
    free(memory);
    return n;
}

/* Table 2 of the paper; and everything is either used or skipped.  Also for
 * main, which has no start. */
static void counts_are_those_of_the_paper(void **unused)
{
    uint64_t skipped;

    (void)unused;
    for (self = 0; self < 2; self++) {
        assert_int_equal(count_used(4, &skipped), 9);
        assert_int_equal(skipped, 16 - 9);
        assert_int_equal(count_used(7, &skipped), 59);
        assert_int_equal(skipped, 128 - 59);
    }
    self = 1;
}

/* Against the plain reading: every vector in descending order, all ones last,
 * compared with each one used. */
static void ranges_skip_what_one_by_one_would(void **unused)
{
    (void)unused;
    for (unsigned probes = 1; probes <= 11; probes++) {
        static unsigned used[1 << 11];
        const unsigned all = (1u << probes) - 1;
        unsigned n = 0;
        uint64_t skipped;

        for (unsigned i = 0; i <= all; i++) {
            unsigned v = i < all ? all - 1 - i : all, k = 0;

            while (k < n && !similar(probes, v, used[k]))
                k++;
            if (k == n)
                used[n++] = v;
        }
        assert_int_equal(count_used(probes, &skipped), n);
        assert_int_equal(skipped, all + 1 - n);
    }
}

/* A probe that is met later: what was used has 0 there and does not come
 * again. */
static void a_new_probe_begins_the_order_anew(void **unused)
{
    void *memory = calloc(1, similarity()->memory_size);
    bool seen[16] = { false };

    (void)unused;
    for (unsigned i = 0; i < 3; i++)
        seen[execute(memory, 2, i)] = true;
    assert_true(seen[0] && seen[2]);
    /* Meets the other two, with the vector that was next. */
    seen[execute(memory, 4, 3)] = true;
    for (unsigned i = 0; i < 4; i++) {
        unsigned v = execute(memory, 4, i);

        assert_false(seen[v]);
        seen[v] = true;
    }
    free(memory);
}

/* With far more probes than can be enumerated it still answers, and the
 * vectors differ. */
static void many_probes_are_no_trouble(void **unused)
{
    const struct rdl_strategy *s = similarity();
    void *memory = calloc(1, s->memory_size);
    unsigned before = 0;

    (void)unused;
    execute(memory, 100, 0);
    for (unsigned i = 0; i < 200; i++) {
        unsigned v = execute(memory, 32, i);

        assert_true(v != before || i == 0);
        before = v;
    }
    assert_true(s->skipped(memory) > 1000000);
    free(memory);
}

/* With more probes than the length the threshold is lower in proportion. */
static void the_threshold_may_depend_on_the_length(void **unused)
{
    uint64_t skipped;
    unsigned half;

    (void)unused;
    percent = 40;
    half = count_used(8, &skipped);
    percent = 80;
    assert_in_range(half, 2, count_used(8, &skipped) - 1);
    length = 4;
    assert_int_equal(count_used(4, &skipped), 9);
    assert_int_equal(count_used(8, &skipped), half);
    length = 63;
    percent = 100;
    assert_int_equal(count_used(4, &skipped), 16);
    percent = 80;
}

/* Thread 1 does these steps, `apart` of them counted for each: 2 if forced
 * steps come between.  Returns in how many of 64 executions it is switched away
 * from at step `at`. */
static unsigned times_left(const struct rdl_event *steps, unsigned n,
                           unsigned at, unsigned apart)
{
    const struct rdl_strategy *s = similarity();
    void *memory = calloc(1, s->memory_size);
    const rdl_tid enabled[2] = { 1, 2 };
    unsigned times = 0;

    for (uint64_t seed = 0; seed < 64; seed++) {
        struct rdl_rng rng = { seed };
        const struct rdl_run run = { .rng = &rng,
                                     .memory = memory,
                                     .similarity_percent = percent,
                                     .similarity_length = length };
        void *state = calloc(1, s->state_size);
        struct rdl_event pending[3] = {
            [2] = { .op = RDL_OP_READ, .pc = 0x2000, .addr = 0x200, .size = 4 }
        };
        uint64_t now = 9;

        s->begin(state, &run);
        for (unsigned i = 0; i < n; i++) {
            struct rdl_choice c = {
                .rng = &rng,
                .memory = memory,
                .enabled = enabled,
                .n_enabled = 2,
                .pending = pending,
                .current = 1,
                .steps = now += apart,
            };

            pending[1] = steps[i];
            pending[1].tid = 1;
            if (s->pick(state, &c) == 1)
                continue;
            times += i == at;
            c.current = 2; /* which goes on, and is left in its turn */
            c.steps = ++now;
            while (s->pick(state, &c) != 1) {
                c.current = 3; /* neither: one of them is drawn */
                c.steps = ++now;
            }
        }
        free(state);
    }
    free(memory);
    return times;
}

static void a_plain_write_under_a_lock_is_a_probe(void **unused)
{
    const struct rdl_event steps[] = {
        { .op = RDL_OP_LOCK, .pc = 0x1000, .addr = 0x100 },
        { .op = RDL_OP_WRITE, .pc = 0x1010, .addr = 0x200, .size = 4 },
        { .op = RDL_OP_WRITE, .pc = 0x1018, .addr = 0x300, .size = 4 },
        { .op = RDL_OP_UNLOCK, .pc = 0x1020, .addr = 0x100 },
        { .op = RDL_OP_WRITE, .pc = 0x1030, .addr = 0x200, .size = 4 },
    };

    (void)unused;
    assert_true(times_left(steps, 5, 0, 1) > 8);
    assert_true(times_left(steps, 5, 1, 1) > 8);
    /* Its own memory; the release; not under a lock. */
    for (unsigned at = 2; at < 5; at++)
        assert_int_equal(times_left(steps, 5, at, 1), 0);
    /* A forced step may have been the release. */
    assert_int_equal(times_left(steps, 5, 1, 2), 0);
}

static void a_trylock_that_succeeds_is_a_probe(void **unused)
{
    const struct rdl_event succeeds[] = {
        { .op = RDL_OP_TRYLOCK, .pc = 0x1000, .addr = 0x100 },
        { .op = RDL_OP_READ, .pc = 0x1010, .addr = 0x200 },
        { .op = RDL_OP_UNLOCK, .pc = 0x1020, .addr = 0x100 },
    };
    const struct rdl_event fails[] = {
        { .op = RDL_OP_TRYLOCK, .pc = 0x1000, .addr = 0x100 },
        { .op = RDL_OP_LOCK, .pc = 0x1010, .addr = 0x100 },
        { .op = RDL_OP_UNLOCK, .pc = 0x1020, .addr = 0x100 },
    };

    (void)unused;
    assert_true(times_left(succeeds, 3, 0, 1) > 8);
    assert_int_equal(times_left(fails, 3, 0, 1), 0);
    assert_int_equal(times_left(fails, 1, 0, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_those_of_the_paper),
        cmocka_unit_test(ranges_skip_what_one_by_one_would),
        cmocka_unit_test(a_new_probe_begins_the_order_anew),
        cmocka_unit_test(many_probes_are_no_trouble),
        cmocka_unit_test(the_threshold_may_depend_on_the_length),
        cmocka_unit_test(a_plain_write_under_a_lock_is_a_probe),
        cmocka_unit_test(a_trylock_that_succeeds_is_a_probe),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
