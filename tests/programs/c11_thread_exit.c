/* c11_thread_exit.c - thrd_exit from a nested call, thrd_detach, thrd_current.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static atomic_int detached_done;
static thrd_t main_thread;

static __attribute__((noinline)) void leave(int result)
{
    thrd_exit(result);
}

static int work(void *argument)
{
    assert(!thrd_equal(thrd_current(), main_thread));
    leave(*(int *)argument);
    return 1;
}

static int detached(void *argument)
{
    (void)argument;
    atomic_store(&detached_done, 1);
    return 0;
}

int main(void)
{
    thrd_t a, b, c;
    int minus = -7, eight = 8, result;

    main_thread = thrd_current();
    assert(thrd_create(&a, work, &minus) == thrd_success);
    assert(thrd_create(&b, work, &eight) == thrd_success);
    assert(thrd_create(&c, detached, NULL) == thrd_success);
    assert(thrd_detach(c) == thrd_success);
    assert(thrd_join(a, &result) == thrd_success && result == -7);
    assert(thrd_join(b, &result) == thrd_success && result == 8);
    while (atomic_load(&detached_done) == 0)
        thrd_yield();
    return 0;
}
