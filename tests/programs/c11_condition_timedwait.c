/* c11_condition_timedwait.c - cnd_timedwait times out with the mutex held, or
 * is signalled before.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t ready;
static int set;

static int setter(void *argument)
{
    struct timespec nap = { .tv_nsec = 1000000 };

    assert(thrd_sleep(&nap, NULL) == 0);
    assert(mtx_lock(&lock) == thrd_success);
    set = 1;
    assert(cnd_signal(&ready) == thrd_success);
    assert(mtx_unlock(&lock) == thrd_success);
    return argument != NULL;
}

int main(void)
{
    struct timespec until, wrong = { .tv_nsec = -1 };
    int result = thrd_success;
    thrd_t t;

    assert(thrd_sleep(&wrong, NULL) < -1);
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(cnd_init(&ready) == thrd_success);
    assert(mtx_lock(&lock) == thrd_success);
    timespec_get(&until, TIME_UTC);
    while (result == thrd_success) /* nobody signals; it may wake for nothing */
        result = cnd_timedwait(&ready, &lock, &until);
    assert(result == thrd_timedout);
    assert(thrd_create(&t, setter, NULL) == thrd_success);
    timespec_get(&until, TIME_UTC);
    until.tv_sec += 2;
    result = thrd_success;
    while (!set && result == thrd_success)
        result = cnd_timedwait(&ready, &lock, &until);
    assert(set || result == thrd_timedout);
    assert(mtx_unlock(&lock) == thrd_success);
    assert(thrd_join(t, &result) == thrd_success && result == 0);
    assert(set);
    return 0;
}
