/* estimate.h - which requirements can be covered at all, judged by observed
 * executions (ISSTA 2012, 2.3; thesis 4.3.2).
 *
 * An observed execution gives the operations of each thread, with the locks it
 * held.  Every two operations p, q on one object are a requirement unless they
 * cannot come together in any schedule:
 *   same thread        AC1  q is the next of its kind after p
 *   different threads  AC2  lockset(p, next(p)) and lockset(q) are disjoint
 *                      AC3  lockset(p) and lockset(prev(q), q) are disjoint
 *                      AC4  not q < p
 *                      AC5  not next(p) < q
 *                      AC6  not p < prev(q)
 *   all                AC7  there is no h of another thread with p < h < q
 * where next and prev are the operations of the same thread that would come
 * between, h is any that would, and < is the order that thread creation and
 * join impose.  AC5, AC6 and AC7 are ours; the papers have < only in AC4.  By
 * AC7 what main initialises before it creates threads is not what it reads
 * after it has joined them, if they write it.
 * lockset(a,b) are the locks held at a and not released before b (by the same
 * acquisition); two holds of a lock exclude each other only if one is
 * exclusive.
 *
 * A metric declares which p and q it relates (coverage.h), and the relation
 * decides what would come between:
 *   BETWEEN_WRITES    writes.  Of one thread: no write of its own is between
 *                     (the thesis's DU1 would reject every write-read)
 *   BETWEEN_ACCESSES  accesses
 *   BETWEEN_HOLDS     lock-holds
 *   INSIDE_HOLD       as above with p's unlock for next(p), no prev(q) and no
 *                     h: q falls into p's critical section
 * A q that needs no p before it (`initial`): its thread has none before it, and
 * no p of another thread precedes it.  Where accesses overlap partly,
 * conditions are checked byte by byte.
 *
 * A thread model is what a thread did in one observed execution: its
 * operations in their order, from its start.  It must not have a gap: of an
 * object it has all operations or none.  Where a write is missing, prev(q) is
 * another operation or undefined, and the conditions accept what no schedule
 * shows.  But it may be cut at its end.  So an execution may serve as a model
 * although it failed, although a limit ended it, although the program ended
 * while a thread still ran, and although there was no room for its later
 * events.  For the last p of a thread next(p) is then unknown, and comes after
 * every q; the locks held at p and still held at the end count as
 * lockset(p, next(p)).  So a cut model may miss what a whole one shows, and
 * accepts nothing that a whole one rejects.
 *
 * Every condition is necessary in all schedules in which each thread does what
 * it did in the observed execution.  A thread that writes only sometimes is no
 * exception: in the executions in which it does not, next(p), prev(q) or h is
 * another operation, and what they show is estimated in addition.  So the
 * estimate misses only what depends on values that the schedule changes and
 * that the observed executions did not have; requirements that are covered
 * without having been estimated are of this kind.  It over-estimates what only
 * further conditions exclude: signals, values, three threads at once.
 *
 * Cost: operations that no condition distinguishes are one summary, whatever
 * their locations.  So time is linear in the operations and in the estimated
 * requirements plus, for each object, quadratic in its summaries; each p < q
 * adds a search for h.  When a
 * metric has no room for more requirements, its pairs are skipped.
 *
 * There is also a bound on the work for one execution.  It is counted and not
 * timed, so that equal campaigns have equal estimates; and the owner may stop
 * it.  What was estimated until then is a lower bound.  Runs in the driver
 * only: it allocates. */
#ifndef RDL_COVERAGE_ESTIMATE_ESTIMATE_H
#define RDL_COVERAGE_ESTIMATE_ESTIMATE_H

#include "base/event.h"
#include "coverage/coverage.h"

struct rdl_estimate;

/* NULL: no memory.  The estimated requirements of `metrics` go into the
 * tables. */
struct rdl_estimate *rdl_estimate_new(uint32_t metrics,
                                      struct rdl_locations *locations,
                                      struct rdl_covering *covering);
void rdl_estimate_free(struct rdl_estimate *e);
/* Asked every few milliseconds: true stops the estimate. */
typedef bool rdl_estimate_stop(void *owner);
void rdl_estimate_stop_if(struct rdl_estimate *e, rdl_estimate_stop *stop,
                          void *owner);
/* Was an execution too much work, or was the estimate stopped? */
bool rdl_estimate_cut(const struct rdl_estimate *e);

/* The events of one observed execution, or of its beginning, as for
 * collector.h, and for the order of threads:
 *   CREATE   `value` (RDL_EV_VALUE) is the new thread's handle
 *   START    `addr` is the thread's handle; first event of a new thread
 *   EXIT     the thread's last operation
 *   JOIN     `addr` is the handle; counts when that thread has ended
 * Without handles nothing is missed, but more is over-estimated. */
void rdl_estimate_event(struct rdl_estimate *e, const struct rdl_event *event);
/* Later memory at these bytes is another object.  For memory, forgets the whole
 * granules of 8 bytes whose first byte is in the range. */
void rdl_estimate_forget(struct rdl_estimate *e, uintptr_t addr, size_t size);
/* The execution is over: pairs its operations, and is ready for the next one.
 * 0, or -ENOMEM: memory ran out, some requirements are missing. */
int rdl_estimate_finish(struct rdl_estimate *e);
/* All of the above for one execution. */
int rdl_estimate_trace(struct rdl_estimate *e, const struct rdl_event *events,
                       size_t n);
/* The number of summaries in the latest finished execution. */
uint64_t rdl_estimate_summaries(const struct rdl_estimate *e);

#endif
