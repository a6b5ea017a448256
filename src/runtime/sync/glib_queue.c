/* glib_queue.c - GAsyncQueue and GThreadPool, which lock inside of GLib.
 *
 * GLib's own calls of g_mutex_lock do not come to glib.c, so two calls of a
 * queue in a row could not be preempted between: these interceptors make each
 * call a scheduling point.  What the call does is one step, unless it waits. */
#include "runtime/core/interceptor.h"
#include "runtime/sched/sched.h"

#include <stdint.h>

/* A fence has the fewest consequences, as for raddle_yield_point(). */
static void glib_queue_point(uintptr_t pc)
{
    if (rdl_controlled())
        rdl_point_atomic(RDL_OP_FENCE, NULL, 0, pc, RDL_ORDER_SEQ_CST);
}

/* raddle is built without GLib's headers. */
#define CALL(type, name, arguments, ...)                                       \
    RDL_REAL(type, name, __VA_ARGS__);                                         \
    type name(__VA_ARGS__);                                                    \
    RDL_EXPORT type name(__VA_ARGS__)                                          \
    {                                                                          \
        glib_queue_point(RDL_PC);                                              \
        return REAL(name) arguments;                                           \
    }

CALL(void, g_async_queue_push, (q, data), void *q, void *data)
CALL(void, g_async_queue_push_front, (q, data), void *q, void *data)
CALL(void, g_async_queue_push_sorted, (q, data, compare, user), void *q,
     void *data, void *compare, void *user)
CALL(void *, g_async_queue_pop, (q), void *q)
CALL(void *, g_async_queue_try_pop, (q), void *q)
CALL(void *, g_async_queue_timeout_pop, (q, time), void *q, uint64_t time)
CALL(int, g_async_queue_remove, (q, item), void *q, void *item)
CALL(int, g_async_queue_length, (q), void *q)
CALL(void, g_async_queue_lock, (q), void *q)
CALL(void, g_async_queue_unlock, (q), void *q)
CALL(int, g_thread_pool_push, (pool, data, error), void *pool, void *data,
     void **error)
CALL(unsigned, g_thread_pool_unprocessed, (pool), void *pool)
