/* waiter.h - threads that wait for a condition for ever. */
#ifndef RDL_EXPLAIN_WAITS_WAITER_H
#define RDL_EXPLAIN_WAITS_WAITER_H

#include "explain/search.h"

/* The wait to report; NULL if no thread waits for ever. */
const struct rdl_history_act *rdl_waiter_find(const struct search *c);
/* The endless wait of this thread; NULL if it does not wait for ever. */
const struct rdl_history_act *rdl_waiter_of(const struct search *c,
                                            rdl_tid tid);
/* The last write of another thread after that wait to what the waiting thread
 * had read just before it (*read), if it wrote another value.  NULL if there is
 * none. */
const struct rdl_history_act *
rdl_waiter_changed(const struct search *c, const struct rdl_history_act *wait,
                   const struct rdl_history_act **read);
/* The latest signal or broadcast; NULL if there was none. */
const struct rdl_history_act *rdl_waiter_signal(const struct search *c,
                                                uintptr_t condition);
/* Does the only thread that the signal woke wait there again, without having
 * done anything that others could see? */
bool rdl_waiter_again(const struct search *c,
                      const struct rdl_history_act *signal);
/* Does the thread write there before it waits, and then test that?  Then that
 * is what it waits for, and an earlier read is not a test. */
bool rdl_waiter_sets(const struct rdl_history_act *write,
                     const struct rdl_history_act *wait);
/* Can that thread go on: has it nothing to wait for? */
bool rdl_waiter_left(const struct search *c, rdl_tid tid);
/* It happened, or its thread waits for it. */
bool rdl_waiter_done(const struct rdl_history_act *a);

#endif
