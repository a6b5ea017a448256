/* objects.h - what exploration asks the families of synchronisation: rule, need
 * and state of the touch of `e->addr` by t's pending event `e`
 * (explore/step.h). The family sets only these.  False: it is not a family's
 * object. */
#ifndef RDL_RUNTIME_EXPLORE_OBJECTS_H
#define RDL_RUNTIME_EXPLORE_OBJECTS_H

#include "explore/step.h"
#include "runtime/core/thread.h"

#include <pthread.h>

/* Locks differ in size, and so do their events. */
#define RDL_SIZE_MUTEX sizeof(pthread_mutex_t)

bool rdl_mutex_touch(const struct rdl_thread *t, const struct rdl_event *e,
                     struct rdl_step_object *touch);
bool rdl_rwlock_touch(const struct rdl_thread *t, const struct rdl_event *e,
                      struct rdl_step_object *touch);
bool rdl_spinlock_touch(const struct rdl_event *e,
                        struct rdl_step_object *touch);
void rdl_semaphore_touch(const struct rdl_event *e,
                         struct rdl_step_object *touch);
void rdl_once_touch(const struct rdl_event *e, struct rdl_step_object *touch);
/* What t has announced a call on, if it is a pipe or an event that only this
 * process uses: its number and kind in `object` and `operand`. */
bool rdl_descriptor_touch(const struct rdl_thread *t,
                          struct rdl_step_object *touch);
/* Which threads' pending signals t's step touches, if it is about signals. */
enum rdl_signals_touch {
    RDL_SIGNALS_OTHER, /* it is not */
    RDL_SIGNALS_NONE,
    RDL_SIGNALS_ONE, /* those of `to`, or of t */
    RDL_SIGNALS_ALL,
    RDL_SIGNALS_UNKNOWN, /* its effect is not explored */
};
/* `to`: to whom t is about to send, or NULL. */
enum rdl_signals_touch rdl_signals_touch(const struct rdl_thread *t,
                                         const struct rdl_event *e,
                                         const struct rdl_thread *to,
                                         struct rdl_step_object *touch);
/* Has somebody cancelled t, and t not acted on it? */
bool rdl_cancel_pending(const struct rdl_thread *t);

#endif
