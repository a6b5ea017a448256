/* strategy_surw.c - the interleavings of what is selected are equally likely,
 * once the lengths are learnt. */
#include "strategy/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { LEARN = 2000, RUNS = 10000, MOST = 32 };

/* What threads 1 and 2 do: each letter is an event; x of the shared variable,
 * X of another one by the same function, other letters of variables of their
 * own; equal letters at one place. */
static struct rdl_event event_of(rdl_tid t, const char *script, size_t at)
{
    const bool shared = script[at] == 'x' || script[at] == 'X';

    return (struct rdl_event){
        .tid = t,
        .op = RDL_OP_WRITE,
        .pc = shared ? 0x1000u : 0x1000u * t + (unsigned char)script[at],
        .addr = script[at] == 'x'   ? 64
                : script[at] == 'X' ? 128
                                    : 0x10000u * t + 64u * (unsigned)at,
        .size = 4,
    };
}

/* One execution: which thread took the n-th event of the shared variable.
 * Steps of a thread that is alone are not asked for, as in the engine. */
static void execute(void *memory, const char *const script[2], uint64_t seed,
                    char *out)
{
    const struct rdl_strategy *s = rdl_strategy_find("surw");
    struct rdl_rng rng = { seed };
    const struct rdl_run run = { .rng = &rng, .memory = memory };
    const struct rdl_ended ended = { .found = false };
    struct rdl_event pending[3];
    void *state = calloc(1, s->state_size);
    size_t at[2] = { 0, 0 };
    rdl_tid current = 0;

    s->begin(state, &run);
    while (script[0][at[0]] != '\0' || script[1][at[1]] != '\0') {
        rdl_tid enabled[2], t;
        size_t n = 0;

        for (rdl_tid i = 1; i <= 2; i++) {
            if (script[i - 1][at[i - 1]] == '\0')
                continue;
            enabled[n++] = i;
            pending[i] = event_of(i, script[i - 1], at[i - 1]);
        }
        t = n == 1 ? enabled[0]
                   : s->pick(state, &(struct rdl_choice){ .rng = &rng,
                                                          .memory = memory,
                                                          .enabled = enabled,
                                                          .n_enabled = n,
                                                          .pending = pending,
                                                          .current = current });
        if (script[t - 1][at[t - 1]++] == 'x')
            *out++ = (char)('0' + t);
        current = t;
    }
    *out = '\0';
    s->end(state, &run, &ended);
    free(state);
}

/* How often each interleaving came, in the order of their first coming. */
struct counts {
    size_t n;
    char name[MOST][MOST];
    unsigned times[MOST];
};

static struct counts campaign(const char *one, const char *other)
{
    const char *const script[2] = { one, other };
    void *memory = calloc(1, rdl_strategy_find("surw")->memory_size);
    struct counts c = { .n = 0 };
    char out[MOST];

    for (uint64_t i = 0; i < LEARN; i++)
        execute(memory, script, i, out);
    for (uint64_t i = 0; i < RUNS; i++) {
        size_t k = 0;

        execute(memory, script, LEARN + i, out);
        while (k < c.n && strcmp(c.name[k], out) != 0)
            k++;
        if (k == c.n)
            strcpy(c.name[c.n++], out);
        c.times[k]++;
    }
    free(memory);
    return c;
}

static unsigned times(const struct counts *c, const char *name)
{
    for (size_t k = 0; k < c->n; k++) {
        if (strcmp(c->name[k], name) == 0)
            return c->times[k];
    }
    return 0;
}

/* 9 + 1 events: 10 interleavings, 1000 times each, standard deviation 30; six
 * of them away.  A random walk has the last with probability 2^-9: 20 times. */
static void one_against_many_is_uniform(void **unused)
{
    struct counts c = campaign("xxxxxxxxx", "x");

    (void)unused;
    assert_int_equal(c.n, 10);
    for (size_t k = 0; k < c.n; k++)
        assert_in_range(c.times[k], 820, 1180);
}

/* 3 + 3 events: 20 interleavings, 500 times each, standard deviation 22. */
static void all_interleavings_are_uniform(void **unused)
{
    struct counts c = campaign("xxx", "xxx");

    (void)unused;
    assert_int_equal(c.n, 20);
    for (size_t k = 0; k < c.n; k++)
        assert_in_range(c.times[k], 368, 632);
}

/* Ten events of its own before three of the shared variable, against one.  In
 * half of the executions the variable is selected: 1/4 for each place of the
 * one.  In the other half all events are: 11/14 before the first, 1/14 for
 * the others.  So 1607 of 10000 for each of these, standard deviation 37. */
static void selection_sees_only_the_shared_variable(void **unused)
{
    struct counts c = campaign("abcdefghijxxx", "x");

    (void)unused;
    assert_int_equal(c.n, 4);
    assert_in_range(times(&c, "1211"), 1380, 1830);
    assert_in_range(times(&c, "1121"), 1380, 1830);
    assert_in_range(times(&c, "1112"), 1380, 1830);
}

/* Ten events of a second variable through the same accessor function, then
 * three of the first, against one of each.  The first variable is selected in
 * a third of the executions, and then its one event is last in 1 of 4; where
 * the second or all events are selected, seldom.  So at least 833 of 10000,
 * standard deviation 28.  If both were one variable it would be last in 1 of
 * (14 over 2) executions. */
static void an_accessor_has_many_variables(void **unused)
{
    struct counts c = campaign("XXXXXXXXXXxxx", "xX");

    (void)unused;
    assert_int_equal(c.n, 4);
    assert_in_range(times(&c, "1112"), 660, 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_against_many_is_uniform),
        cmocka_unit_test(all_interleavings_are_uniform),
        cmocka_unit_test(selection_sees_only_the_shared_variable),
        cmocka_unit_test(an_accessor_has_many_variables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
