/* c11_sync.c - C11 mutexes, conditions and call_once: the pthread objects under
 * other names (sync.h). */
#include "runtime/core/interceptor.h"

#include "runtime/sync/c11.h"
#include "runtime/sync/sync.h"

static pthread_mutex_t *c11_sync_mutex_of(mtx_t *m)
{
    return (pthread_mutex_t *)m;
}

static pthread_cond_t *c11_sync_cond_of(cnd_t *c)
{
    return (pthread_cond_t *)c;
}

/* glibc does not distinguish plain and timed, and accepts every type. */
RDL_EXPORT int mtx_init(mtx_t *m, int type)
{
    pthread_mutexattr_t attr;
    int error;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, (type & mtx_recursive) != 0
                                         ? PTHREAD_MUTEX_RECURSIVE
                                         : PTHREAD_MUTEX_TIMED_NP);
    error = pthread_mutex_init(c11_sync_mutex_of(m), &attr);
    pthread_mutexattr_destroy(&attr);
    return rdl_c11_result(error);
}

RDL_EXPORT int mtx_lock(mtx_t *m)
{
    return rdl_c11_result(rdl_mutex_lock(c11_sync_mutex_of(m), RDL_PC));
}

RDL_EXPORT int mtx_timedlock(mtx_t *restrict m,
                             const struct timespec *restrict until)
{
    return rdl_c11_result(rdl_mutex_timedlock(c11_sync_mutex_of(m),
                                              CLOCK_REALTIME, until, RDL_PC));
}

RDL_EXPORT int mtx_trylock(mtx_t *m)
{
    return rdl_c11_result(
        rdl_mutex_trylock(c11_sync_mutex_of(m), /*may_fail=*/true, RDL_PC));
}

RDL_EXPORT int mtx_unlock(mtx_t *m)
{
    return rdl_c11_result(rdl_mutex_unlock(c11_sync_mutex_of(m), RDL_PC));
}

RDL_EXPORT void mtx_destroy(mtx_t *m)
{
    rdl_mutex_destroy(c11_sync_mutex_of(m), RDL_PC);
}

RDL_EXPORT int cnd_init(cnd_t *c)
{
    return rdl_c11_result(pthread_cond_init(c11_sync_cond_of(c), NULL));
}

RDL_EXPORT int cnd_wait(cnd_t *c, mtx_t *m)
{
    return rdl_c11_result(
        rdl_cond_wait(c11_sync_cond_of(c), c11_sync_mutex_of(m), RDL_PC));
}

RDL_EXPORT int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m,
                             const struct timespec *restrict until)
{
    return rdl_c11_result(rdl_cond_timedwait(c11_sync_cond_of(c),
                                             c11_sync_mutex_of(m),
                                             CLOCK_REALTIME, until, RDL_PC));
}

RDL_EXPORT int cnd_signal(cnd_t *c)
{
    return rdl_c11_result(rdl_cond_signal(c11_sync_cond_of(c), RDL_PC));
}

RDL_EXPORT int cnd_broadcast(cnd_t *c)
{
    return rdl_c11_result(rdl_cond_broadcast(c11_sync_cond_of(c), RDL_PC));
}

RDL_EXPORT void cnd_destroy(cnd_t *c)
{
    rdl_cond_destroy(c11_sync_cond_of(c), RDL_PC);
}

RDL_EXPORT void call_once(once_flag *flag, void (*routine)(void))
{
    rdl_once((pthread_once_t *)flag, routine, RDL_PC);
}
