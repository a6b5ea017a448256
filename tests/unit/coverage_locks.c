/* coverage_locks.c - who holds a lock: told without a search for threads that
 * hold none, and right for all others. */
#include "coverage/locks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { A = 0x100, B = 0x200 };

/* What a test is given, and that is never freed. */
static _Alignas(64) char given[1 << 20];
static size_t n_given;

static void *more(void *owner, size_t size)
{
    void *block = &given[n_given];

    (void)owner;
    n_given += (size + 63) / 64 * 64;
    assert_true(n_given <= sizeof(given));
    return block;
}

static const struct rdl_allocator supply = { .more = more };

static struct rdl_locking by(uint32_t thread, uintptr_t lock)
{
    return (struct rdl_locking){ .lock = lock, .loc = 1, .thread = thread };
}

static void hold(struct rdl_locks *h, uint32_t thread, uintptr_t lock)
{
    struct rdl_handover handover;
    const struct rdl_locking op = by(thread, lock);

    rdl_locks_hold(h, &op, &handover);
}

static bool owns(const struct rdl_locks *h, uint32_t thread, uintptr_t lock)
{
    const struct rdl_locking op = by(thread, lock);

    return rdl_locks_own(h, &op);
}

static void unlock(struct rdl_locks *h, uint32_t thread, uintptr_t lock)
{
    const struct rdl_locking op = by(thread, lock);

    rdl_locks_unlock(h, &op);
}

static void begin(struct rdl_locks *h)
{
    memset(given, 0, n_given);
    n_given = 0;
    rdl_locks_init(h, &supply);
}

static void who_holds_owns(void **unused)
{
    struct rdl_locks locks, *h = &locks;

    (void)unused;
    begin(h);
    assert_false(owns(h, 1, A));
    hold(h, 1, A);
    assert_true(owns(h, 1, A));
    assert_false(owns(h, 1, B));
    assert_false(owns(h, 2, A));
    assert_false(owns(h, 1 + RDL_LOCKS_HELD, A)); /* counted with thread 1 */
    hold(h, 1, B);
    unlock(h, 1, A);
    assert_false(owns(h, 1, A));
    assert_true(owns(h, 1, B));
    unlock(h, 1, B);
    assert_int_equal(h->held[1], 0);
}

/* Whatever ends a hold: taken by another, memory that is freed, another
 * execution. */
static void every_end_is_counted(void **unused)
{
    struct rdl_locks locks, *h = &locks;

    (void)unused;
    begin(h);
    hold(h, 1, A);
    hold(h, 1, A); /* again: one hold */
    hold(h, 2, A); /* thread 1 has gone without a word */
    assert_int_equal(h->held[1], 0);
    assert_true(owns(h, 2, A));
    hold(h, 2, B);
    rdl_locks_forget(h, A, 4);
    assert_int_equal(h->held[2], 1);
    assert_true(owns(h, 2, B));
    rdl_locks_clear(h);
    assert_int_equal(h->held[2], 0);
    assert_false(owns(h, 2, B));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_holds_owns),
        cmocka_unit_test(every_end_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
