/* c11_mutex_types.c - plain, recursive and timed C11 mutexes.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t plain, recursive, timed;
static int both;

static int try_all(void *argument)
{
    struct timespec soon;

    (void)argument;
    assert(mtx_trylock(&plain) == thrd_busy);
    assert(mtx_trylock(&recursive) == thrd_busy);
    timespec_get(&soon, TIME_UTC);
    soon.tv_sec++;
    assert(mtx_timedlock(&timed, &soon) == thrd_timedout);
    return 0;
}

static int count(void *argument)
{
    assert(mtx_lock(&plain) == thrd_success);
    both++;
    assert(mtx_unlock(&plain) == thrd_success);
    thrd_yield();
    (void)argument;
    return 5;
}

int main(void)
{
    struct timespec later;
    thrd_t a, b;
    int result;

    assert(mtx_init(&plain, mtx_plain) == thrd_success);
    assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
    assert(mtx_init(&timed, mtx_timed) == thrd_success);
    assert(mtx_lock(&plain) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success);
    timespec_get(&later, TIME_UTC);
    later.tv_sec += 5;
    assert(mtx_timedlock(&timed, &later) == thrd_success);
    assert(thrd_create(&a, try_all, NULL) == thrd_success);
    assert(thrd_join(a, &result) == thrd_success && result == 0);
    assert(mtx_unlock(&recursive) == thrd_success);
    assert(mtx_unlock(&recursive) == thrd_success);
    assert(mtx_unlock(&timed) == thrd_success);
    assert(mtx_unlock(&plain) == thrd_success);
    assert(thrd_create(&a, count, NULL) == thrd_success);
    assert(thrd_create(&b, count, NULL) == thrd_success);
    assert(thrd_join(a, NULL) == thrd_success);
    assert(thrd_join(b, &result) == thrd_success && result == 5);
    assert(both == 2);
    mtx_destroy(&plain);
    mtx_destroy(&recursive);
    mtx_destroy(&timed);
    return 0;
}
