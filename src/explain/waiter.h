/* waiter.h - threads that wait for a condition for ever. */
#ifndef RDL_EXPLAIN_WAITER_H
#define RDL_EXPLAIN_WAITER_H

#include "explain/search.h"

/* The wait to tell of; NULL if nobody waits so. */
const struct rdl_act *rdl_waiter_find(const struct search *c);
/* That of this thread, for ever; NULL if it does not wait so. */
const struct rdl_act *rdl_waiter_of(const struct search *c, rdl_tid tid);
/* What another wrote last, after that wait, where its thread had read something
 * else just before it: *read.  NULL if that is not so. */
const struct rdl_act *rdl_waiter_changed(const struct search *c,
                                         const struct rdl_act *wait,
                                         const struct rdl_act **read);
/* The latest signal or broadcast; NULL if there was none. */
const struct rdl_act *rdl_waiter_signal(const struct search *c,
                                        uintptr_t condition);
/* Does the only thread that the signal woke wait there again, with nothing done
 * that others could see? */
bool rdl_waiter_again(const struct search *c, const struct rdl_act *signal);
/* Does the thread that goes to wait write there, and test that then?  That is
 * what it waits for; what it had read before is no test. */
bool rdl_waiter_sets(const struct rdl_act *write, const struct rdl_act *wait);
/* Has that thread nothing to wait for? */
bool rdl_waiter_left(const struct search *c, rdl_tid tid);
/* It happened, or its thread waits for it. */
bool rdl_waiter_done(const struct rdl_act *a);

#endif
