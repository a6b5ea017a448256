/* observers.c - what the tap promises to observers
 * (runtime/observe/observer.h), with observers of the test's own. */
#include "runtime/observe/tap.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

char *rdl_aside;
struct rdl_sched rdl_sched;
struct rdl_thread *rdl_self;
uint64_t rdl_steps;

static bool first_on, second_on;
static char heard[64]; /* a letter for each call, in order */

static void hear(char what)
{
    size_t n = strlen(heard);

    assert_true(n + 1 < sizeof(heard));
    heard[n] = what;
}

static bool first_begin(uint64_t execution)
{
    (void)execution;
    return first_on;
}

static void first_step(const struct rdl_event *e)
{
    (void)e;
    hear('s');
}

static void first_hold(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    (void)lock;
    (void)flags;
    (void)pc;
    hear('h');
}

static void first_end(void)
{
    hear('e');
}

static bool second_begin(uint64_t execution)
{
    assert_int_equal(execution, 7);
    return second_on;
}

static void second_step(const struct rdl_event *e)
{
    assert_int_equal(e->addr, rdl_steps);
    hear('S');
}

static void second_made(const void *block, uint32_t size, uintptr_t pc,
                        uintptr_t outer)
{
    (void)block;
    (void)size;
    (void)pc;
    (void)outer;
    hear('M');
}

static const struct rdl_observer first = {
    .name = "first",
    .begin = first_begin,
    .end = first_end,
    .step = first_step,
    .hold = first_hold,
};
static const struct rdl_observer second = {
    .name = "second",
    .begin = second_begin,
    .step = second_step,
    .made = second_made,
};
const struct rdl_observer *const rdl_observers[] = { &first, &second, NULL };

static struct rdl_thread thread; /* number 0 */

/* The thread takes a step, and it is over unless the execution ends in it. */
static void take(bool settles)
{
    rdl_sched.last[0] = (struct rdl_event){ .addr = ++rdl_steps };
    if (settles)
        rdl_tap_step(&rdl_sched.last[0]);
}

/* The start of main, two steps with a lock and a block between them, and a
 * third in which the execution ends. */
static const char *hear_of(bool first_wants, bool second_wants)
{
    memset(heard, 0, sizeof(heard));
    first_on = first_wants;
    second_on = second_wants;
    rdl_self = &thread;
    rdl_steps = 0;
    rdl_tap_begin(7);
    rdl_tap_step(&rdl_sched.last[0]);
    take(/*settles=*/true);
    rdl_tap_hold(&thread, 0, 0);
    rdl_tap_made(&thread, 1, 0, 0);
    rdl_tap_made(&thread, (size_t)UINT32_MAX + 1, 0, 0);
    take(/*settles=*/true);
    take(/*settles=*/false);
    rdl_tap_end();
    rdl_tap_end();
    rdl_tap_hold(&thread, 0, 0);
    return heard;
}

static void only_those_that_are_on_hear_of_it(void **unused)
{
    (void)unused;
    assert_string_equal(hear_of(false, false), "");
    assert_string_equal(hear_of(true, false), "shsse");
    assert_string_equal(hear_of(false, true), "SMSS");
    assert_string_equal(hear_of(true, true), "sShMsSsSe");
}

static void off_is_one_word(void **unused)
{
    (void)unused;
    first_on = second_on = false;
    rdl_tap_begin(7);
    assert_false(rdl_tap_on());
    assert_false(rdl_tap.made);
    second_on = true;
    rdl_tap_begin(7);
    assert_true(rdl_tap.step == second_step); /* no loop for one alone */
    assert_true(rdl_tap.made);
    rdl_tap_stop();
    assert_false(rdl_tap_on());
}

/* A step that is over before the execution ends is not given twice. */
static void the_last_step_comes_once(void **unused)
{
    (void)unused;
    memset(heard, 0, sizeof(heard));
    first_on = true;
    second_on = false;
    rdl_steps = 0;
    rdl_tap_begin(7);
    take(/*settles=*/true);
    rdl_tap_end();
    assert_string_equal(heard, "se");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_those_that_are_on_hear_of_it),
        cmocka_unit_test(off_is_one_word),
        cmocka_unit_test(the_last_step_comes_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
