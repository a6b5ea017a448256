/* spin.c - which loops count as spinning. */
#include "runtime/core/spin.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static struct rdl_event read_of(uintptr_t pc, uintptr_t addr, uint64_t value)
{
    return (struct rdl_event){ .op = RDL_OP_READ,
                               .pc = pc,
                               .addr = addr,
                               .value = value,
                               .size = 4,
                               .flags = RDL_EV_VALUE };
}

/* Steps of a loop of `period` reads until it counts as spinning; 0: never
 * within `most`. */
static unsigned steps_until_spinning(unsigned period, unsigned most)
{
    struct rdl_spin s = { 0 };

    for (unsigned i = 0; i < most; i++) {
        struct rdl_event e = read_of(0x400000 + i % period, 0x1000, 0);

        if (rdl_spin_step(&s, &e, rdl_spin_effect(&e)))
            return i + 1;
    }
    return 0;
}

/* The anchor moves at 1, 9, 25, 57, ... events at the latest; from an anchor
 * followed by a whole period it takes RDL_SPIN_ENOUGH + 1 rounds. */
static void loops_of_any_length_are_noticed(void **unused)
{
    (void)unused;
    for (unsigned period = 1; period <= 100; period++) {
        unsigned steps = steps_until_spinning(period, 100000);

        assert_in_range(steps, RDL_SPIN_ENOUGH * period,
                        (RDL_SPIN_ENOUGH + 8) * period + 32);
    }
}

static void a_few_rounds_are_no_spinning(void **unused)
{
    (void)unused;
    assert_int_equal(steps_until_spinning(3, 3 * RDL_SPIN_ENOUGH), 0);
}

static void new_values_are_no_spinning(void **unused)
{
    struct rdl_spin s = { 0 };

    (void)unused;
    for (unsigned i = 0; i < 10000; i++) {
        struct rdl_event e = read_of(0x400000, 0x1000, i);

        assert_false(rdl_spin_step(&s, &e, rdl_spin_effect(&e)));
    }
}

static void an_effect_starts_anew(void **unused)
{
    struct rdl_spin s = { 0 };

    (void)unused;
    for (unsigned i = 0; i < 10000; i++) {
        struct rdl_event e = read_of(0x400000, 0x1000, 0);

        if (i % (RDL_SPIN_ENOUGH / 2) == 0)
            e.op = RDL_OP_WRITE;
        assert_false(rdl_spin_step(&s, &e, rdl_spin_effect(&e)));
    }
}

/* Test-and-set, failed: a write that changed nothing. */
static void failed_attempts_are_spinning(void **unused)
{
    struct rdl_spin s = { 0 };
    struct rdl_event e = read_of(0x400000, 0x1000, 1);
    unsigned i = 0;

    (void)unused;
    e.op = RDL_OP_RMW;
    e.flags |= RDL_EV_FAILED;
    while (!rdl_spin_step(&s, &e, rdl_spin_effect(&e)))
        assert_true(++i < 100);
}

static void waiting_for_a_clock_is_spinning(void **unused)
{
    struct rdl_spin s = { 0 };
    unsigned i = 0;
    struct rdl_event e = read_of(0x400000, 0, 0);

    (void)unused;
    e.op = RDL_OP_CLOCK;
    while (!rdl_spin_step(&s, &e, rdl_spin_effect(&e))) {
        e.value++;
        assert_true(++i < 100);
    }
}

/* Left at any of its reads: what it waited for has come, though the rounds
 * before were all alike. */
static void who_left_the_loop_spins_no_more(void **unused)
{
    (void)unused;
    for (unsigned period = 1; period <= RDL_SPIN_SEEN; period++) {
        for (unsigned at = 0; at < period; at++) {
            struct rdl_spin s = { 0 };
            struct rdl_event e;
            bool spins = false;

            for (unsigned i = 0; !spins || i % period != at; i++) {
                e = read_of(0x400000 + i % period, 0x1000, 0);
                spins = rdl_spin_step(&s, &e, false);
                assert_true(i < 1000);
            }
            e = read_of(0x400000 + at, 0x1000, 1);
            assert_false(rdl_spin_step(&s, &e, false));
            e = read_of(0x500000, 0x2000, 0);
            assert_false(rdl_spin_step(&s, &e, false));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_of_any_length_are_noticed),
        cmocka_unit_test(a_few_rounds_are_no_spinning),
        cmocka_unit_test(new_values_are_no_spinning),
        cmocka_unit_test(an_effect_starts_anew),
        cmocka_unit_test(failed_attempts_are_spinning),
        cmocka_unit_test(waiting_for_a_clock_is_spinning),
        cmocka_unit_test(who_left_the_loop_spins_no_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
