/* kinds.h - every kind of fact, once: FACT(id, name in files).  The template of
 * a kind (report/explanation/templates.h) has the roles of its steps. */
/* What decides.  Other threads ran between two operations of one thread: */
FACT(LOST_UPDATE, "lost-update") /* a read, another thread's write, a write */
FACT(WINDOW, "window")
/* One operation happened before another: */
FACT(ORDER, "order")
FACT(BOUNDED_ORDER, "bounded-order") /* passes only within a bound */
FACT(STOLEN_WAKEUP, "stolen-wakeup")
/* Raddle knows only that this preemption is needed. */
FACT(PREEMPTION, "preemption")
/* A thread waits for ever, or until it times out: */
FACT(ENDLESS_WAIT, "endless-wait")
FACT(UNWOKEN_WAIT, "unwoken-wait") /* it timed out; nobody woke it */
FACT(TIMED_OUT, "timed-out-wait")  /* it timed out; the signal came later */
FACT(UNHEARD_SIGNAL, "unheard-signal")
FACT(HANDLED_SIGNAL, "handled-signal")
FACT(LOCK_CYCLE, "lock-cycle")
FACT(CYCLE, "cycle") /* not only of locks */
FACT(HOLDS_AND_WAITS, "holds-and-waits")
FACT(SELF_DEADLOCK, "self-deadlock")
FACT(ENDED_HOLDING, "ended-holding")
/* A choice of the system: */
FACT(SPURIOUS_WAKEUP, "spurious-wakeup")
FACT(LATE_SPURIOUS, "spurious-wakeup-in-loop")
FACT(FAILED_ALLOCATION, "failed-allocation")
/* Added to another fact: how the failure became possible. */
/* The program also passes with this order reversed. */
FACT(OTHER_ORDER, "other-order")
FACT(POINTER_FROM, "pointer-from")
FACT(CAME_BEFORE, "came-before")
FACT(JOINED_OTHER, "joined-other")
FACT(DIFFERENT_LOCKS, "different-locks")
FACT(ONLY_SHARED, "only-shared")
FACT(NO_LOCK, "no-lock")
FACT(SAW, "saw")
FACT(MISSING_SIGNAL, "missing-signal")
