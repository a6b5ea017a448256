/* c11_threads.c - C11 threads and thread-specific storage.
 *
 * glibc builds them on internals of the pthread functions, not on their names,
 * so interposing those does not catch them. */
#include "runtime/core/thread.h"

#include "runtime/time/clock_calls.h"
#include "runtime/sync/c11.h"
#include "runtime/threads/lifecycle.h"
#include "runtime/threads/keys.h"

#include <errno.h>

RDL_REAL(int, thrd_create, thrd_t *, thrd_start_t, void *);
RDL_REAL(int, thrd_join, thrd_t, int *);
RDL_REAL(int, thrd_sleep, const struct timespec *, struct timespec *);

/* A function that returns int leaves the upper half of the result register
 * undefined: thrd_join reads only the lower half. */
RDL_EXPORT int thrd_create(thrd_t *thread, thrd_start_t start, void *argument)
{
    void *(*any)(void *) = (void *(*)(void *))(void (*)(void))start;

    if (!rdl_controlled())
        rdl_activate();
    if (!rdl_controlled())
        return REAL(thrd_create)(thread, start, argument);
    return rdl_c11_result(
        rdl_thread_create(thread, NULL, any, argument, RDL_PC));
}

RDL_EXPORT int thrd_join(thrd_t thread, int *result)
{
    void *value;
    int error;

    if (!rdl_controlled())
        return REAL(thrd_join)(thread, result);
    error = rdl_thread_join(thread, &value, CLOCK_REALTIME, NULL, RDL_PC);
    if (error == 0 && result != NULL) {
        rdl_call_touches(result, sizeof(*result), /*writes=*/true);
        *result = (int)(uintptr_t)value;
    }
    return rdl_c11_result(error);
}

RDL_EXPORT int thrd_detach(thrd_t thread)
{
    return rdl_c11_result(rdl_thread_detach(thread, RDL_PC));
}

RDL_EXPORT void thrd_exit(int result)
{
    pthread_exit((void *)(uintptr_t)(unsigned)result);
}

RDL_EXPORT void thrd_yield(void)
{
    rdl_thread_yield(RDL_PC);
}

/* 0, -1 when a signal ended it, another negative number for an invalid time. */
RDL_EXPORT int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    struct timespec copy;
    long error;

    if (!rdl_controlled())
        return REAL(thrd_sleep)(time, left);
    time = rdl_until_read(time, &copy, RDL_PC);
    error = rdl_clock_nanosleep(CLOCK_REALTIME, 0, time, left,
                                /*cancellable=*/true, RDL_PC);
    if (error == 0)
        return 0;
    return error == -EINTR ? -1 : -2;
}

RDL_EXPORT int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return rdl_c11_result(rdl_key_create(key, destructor, RDL_PC));
}

RDL_EXPORT void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

RDL_EXPORT int tss_set(tss_t key, void *value)
{
    return rdl_c11_result(pthread_setspecific(key, value));
}

RDL_EXPORT void tss_delete(tss_t key)
{
    rdl_key_delete(key, RDL_PC);
}
