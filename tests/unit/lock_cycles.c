/* lock_cycles.c - which hand-written lock histories make a deadlock possible
 * (campaign/predict/cycles.h): a history is the lock orders of its threads. */
#include "campaign/predict/cycles.h"
#include "predict/lock_orders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct rdl_lock_orders *set;

static int setup(void **unused)
{
    (void)unused;
    set = calloc(1, sizeof(*set));
    return set == NULL;
}

static int teardown(void **unused)
{
    (void)unused;
    free(set);
    return 0;
}

/* A small letter is a lock; a capital one its read side.  A place is a lock and
 * the thread that takes it. */
static struct rdl_order_lock lock_of(uint64_t thread, char letter)
{
    const bool shared = letter >= 'A' && letter <= 'Z';
    const uint64_t name = (uint64_t)(shared ? letter - 'A' : letter - 'a') + 2;

    return (struct rdl_order_lock){ .name = name,
                                    .place = thread * 100 + name,
                                    .shared = shared };
}

/* The thread holds all letters but the last, and takes the last. */
static struct rdl_lock_order order_of(uint64_t thread, const char *letters)
{
    struct rdl_lock_order o = { .thread = thread };

    for (; letters[1] != '\0'; letters++)
        o.held[o.n_held++] = lock_of(thread, *letters);
    o.wanted = lock_of(thread, *letters);
    return o;
}

static void takes(uint64_t thread, const char *letters)
{
    struct rdl_lock_order o = order_of(thread, letters);

    assert_true(rdl_lock_orders_add(set, &o));
}

struct seen {
    size_t n; /* different ones */
    uint64_t id[16];
    size_t length[16];
};

static bool see(void *data, const struct rdl_cycle *c)
{
    struct seen *s = data;

    for (size_t i = 0; i < s->n; i++) {
        if (s->id[i] == c->id)
            return true;
    }
    assert_true(s->n < 16);
    s->length[s->n] = c->n;
    s->id[s->n++] = c->id;
    return true;
}

static struct seen cycles(uint32_t from)
{
    struct seen s = { .n = 0 };

    assert_true(rdl_cycles_find(set, from, see, &s));
    return s;
}

static void two_orders_of_two_threads(void **unused)
{
    struct seen s;

    (void)unused;
    takes(1, "ab");
    assert_int_equal(cycles(0).n, 0);
    takes(2, "ba");
    s = cycles(0);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.length[0], 2);
}

static void one_thread_cannot_deadlock_with_itself(void **unused)
{
    (void)unused;
    takes(1, "ab");
    takes(1, "ba");
    assert_int_equal(cycles(0).n, 0);
}

static void three_philosophers(void **unused)
{
    struct seen s;

    (void)unused;
    takes(1, "ab");
    takes(2, "bc");
    assert_int_equal(cycles(0).n, 0);
    takes(3, "ca");
    s = cycles(0);
    assert_int_equal(s.n, 1);
    assert_int_equal(s.length[0], 3);
}

static void a_left_handed_one_breaks_the_cycle(void **unused)
{
    (void)unused;
    takes(1, "ab");
    takes(2, "bc");
    takes(3, "ac");
    assert_int_equal(cycles(0).n, 0);
}

static void a_gate_lock_guards_it(void **unused)
{
    (void)unused;
    takes(1, "gab");
    takes(2, "gba");
    assert_int_equal(cycles(0).n, 0);
    takes(3, "ba"); /* without the gate */
    assert_int_equal(cycles(0).n, 1);
}

/* A read side held by both lets both pass. */
static void a_gate_for_reading_does_not(void **unused)
{
    (void)unused;
    takes(1, "Gab");
    takes(2, "Gba");
    assert_int_equal(cycles(0).n, 1);
}

static void a_gate_for_writing_and_reading_does(void **unused)
{
    (void)unused;
    takes(1, "Gab");
    takes(2, "gba");
    assert_int_equal(cycles(0).n, 0);
}

static void readers_do_not_wait_for_readers(void **unused)
{
    (void)unused;
    takes(1, "AB");
    takes(2, "BA");
    assert_int_equal(cycles(0).n, 0);
    takes(3, "Ba"); /* a writer waits for the reader of a */
    assert_int_equal(cycles(0).n, 0);
    takes(4, "Ab"); /* and another one for that of b */
    assert_int_equal(cycles(0).n, 1);
}

static void created_threads_come_after(void **unused)
{
    struct rdl_lock_order before = order_of(1, "ab");
    struct rdl_lock_order after = order_of(2, "ba");

    (void)unused;
    /* Thread 1 creates thread 2 at the end of its segment 4. */
    before.segment = 4;
    rdl_lock_orders_after(after.before, &after.n_before, 1, 4);
    rdl_lock_orders_add(set, &before);
    rdl_lock_orders_add(set, &after);
    assert_int_equal(cycles(0).n, 0);
    before.segment = 5; /* the same, once more, after the creation */
    rdl_lock_orders_add(set, &before);
    assert_int_equal(cycles(0).n, 1);
}

static void joined_threads_came_before(void **unused)
{
    struct rdl_lock_order after = order_of(1, "ab");

    (void)unused;
    takes(2, "ba");
    rdl_lock_orders_after(after.before, &after.n_before, 2, UINT64_MAX);
    rdl_lock_orders_add(set, &after);
    assert_int_equal(cycles(0).n, 0);
    takes(3, "ba"); /* not joined */
    assert_int_equal(cycles(0).n, 1);
}

/* Three threads: two of them are ordered, so all three cannot be there. */
static void order_of_two_breaks_a_cycle_of_three(void **unused)
{
    struct rdl_lock_order last = order_of(3, "ca");

    (void)unused;
    takes(1, "ab");
    takes(2, "bc");
    rdl_lock_orders_after(last.before, &last.n_before, 1, 0);
    rdl_lock_orders_add(set, &last);
    assert_int_equal(cycles(0).n, 0);
}

/* Without room for all of them, nothing is known to come before. */
static void too_many_orders_are_none(void **unused)
{
    struct rdl_lock_order o = order_of(1, "ab");
    const struct rdl_lock_order other = order_of(500, "ba");

    (void)unused;
    for (uint64_t t = 500; t < 500 + RDL_ORDER_BEFORE; t++)
        rdl_lock_orders_after(o.before, &o.n_before, t, 9);
    assert_int_equal(o.n_before, RDL_ORDER_BEFORE);
    assert_true(rdl_lock_orders_before(&other, &o));
    rdl_lock_orders_after(o.before, &o.n_before, 9999, 9);
    assert_true(o.n_before > RDL_ORDER_BEFORE);
}

static void equal_orders_are_one(void **unused)
{
    struct rdl_lock_order o = order_of(1, "ab");

    (void)unused;
    assert_true(rdl_lock_orders_add(set, &o));
    o.wanted.addr = 77; /* of another execution */
    assert_false(rdl_lock_orders_add(set, &o));
    o.held[0].place++;
    assert_true(rdl_lock_orders_add(set, &o));
    assert_int_equal(set->n, 2);
    rdl_lock_orders_clear(set);
    assert_true(rdl_lock_orders_add(set, &o));
}

static void a_full_set_counts_what_it_loses(void **unused)
{
    (void)unused;
    for (uint64_t t = 1; t <= RDL_MAX_ORDERS; t++)
        takes(t, "ab");
    assert_int_equal(set->lost, 0);
    for (uint64_t t = 1; t <= 3; t++) {
        struct rdl_lock_order o = order_of(t + RDL_MAX_ORDERS, "ab");

        assert_false(rdl_lock_orders_add(set, &o));
    }
    assert_int_equal(set->lost, 3);
    assert_int_equal(set->n, RDL_MAX_ORDERS);
}

/* Only cycles with a new order. */
static void from_the_new_ones_on(void **unused)
{
    (void)unused;
    takes(1, "ab");
    takes(2, "ba");
    takes(3, "xy");
    assert_int_equal(cycles(2).n, 0);
    takes(4, "yx");
    assert_int_equal(cycles(3).n, 1);
    assert_int_equal(cycles(0).n, 2);
}

static void the_id_is_that_of_the_places(void **unused)
{
    const uint64_t taken[] = { 1, 2, 3, 1, 2 }, asked[] = { 7, 8, 9, 7, 8 };
    const uint64_t other[] = { 7, 9, 8 };

    (void)unused;
    assert_true(rdl_cycle_id(taken, asked, 3) ==
                rdl_cycle_id(taken + 2, asked + 2, 3));
    assert_true(rdl_cycle_id(taken, asked, 3) != rdl_cycle_id(taken, other, 3));
    assert_true(rdl_cycle_id(taken, asked, 2) != rdl_cycle_id(taken, asked, 3));
}

/* Many threads that all take the same two locks in both orders: one cycle of
 * places for each pair of threads, and the search ends. */
static void a_search_has_an_end(void **unused)
{
    struct seen s = { .n = 0 };

    (void)unused;
    for (uint64_t t = 1; t <= 600; t++) {
        struct rdl_lock_order o = order_of(1, t % 2 == 0 ? "ab" : "ba");
        struct rdl_lock_order p = order_of(1, t % 2 == 0 ? "bc" : "ca");

        o.thread = p.thread = t;
        rdl_lock_orders_add(set, &o);
        rdl_lock_orders_add(set, &p);
    }
    rdl_cycles_find(set, 0, see, &s);
    assert_true(s.n >= 2); /* ab ba, ab bc ca */
}

/* The target has overwritten it: no slot is free. */
static void a_damaged_set_has_an_end(void **unused)
{
    struct rdl_lock_order o = order_of(1, "ab");

    (void)unused;
    memset(set->slots, 0xff, sizeof(set->slots));
    assert_false(rdl_lock_orders_add(set, &o));
    assert_int_equal(set->n, 0);
    assert_int_equal(set->lost, 1);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(two_orders_of_two_threads),
        TEST(one_thread_cannot_deadlock_with_itself),
        TEST(three_philosophers),
        TEST(a_left_handed_one_breaks_the_cycle),
        TEST(a_gate_lock_guards_it),
        TEST(a_gate_for_reading_does_not),
        TEST(a_gate_for_writing_and_reading_does),
        TEST(readers_do_not_wait_for_readers),
        TEST(created_threads_come_after),
        TEST(joined_threads_came_before),
        TEST(order_of_two_breaks_a_cycle_of_three),
        TEST(too_many_orders_are_none),
        TEST(equal_orders_are_one),
        TEST(a_full_set_counts_what_it_loses),
        TEST(from_the_new_ones_on),
        TEST(the_id_is_that_of_the_places),
        TEST(a_search_has_an_end),
        TEST(a_damaged_set_has_an_end),
    };
#undef TEST

    return cmocka_run_group_tests(tests, NULL, NULL);
}
