/* kinds.h - every kind of fact, once: FACT(id, name in files).  The roles that
 * its steps may have are in the template of the kind
 * (report/explanation/templates.h). */
/* What decides.  Other threads came between two operations of one thread: */
FACT(LOST_UPDATE, "lost-update") /* read, written by another, written */
FACT(WINDOW, "window")
/* One operation came before another: */
FACT(ORDER, "order")
FACT(BOUNDED_ORDER, "bounded-order") /* passes only within a bound */
FACT(STOLEN_WAKEUP, "stolen-wakeup")
FACT(PREEMPTION, "preemption") /* no more is known than that it is needed */
/* A thread waits for ever, or until its time is over: */
FACT(ENDLESS_WAIT, "endless-wait")
FACT(UNWOKEN_WAIT, "unwoken-wait") /* its time was over; nobody woke it */
FACT(TIMED_OUT, "timed-out-wait")  /* the same; the signal came later */
FACT(UNHEARD_SIGNAL, "unheard-signal")
FACT(HANDLED_SIGNAL, "handled-signal")
FACT(LOCK_CYCLE, "lock-cycle")
FACT(CYCLE, "cycle") /* not of locks alone */
FACT(HOLDS_AND_WAITS, "holds-and-waits")
FACT(SELF_DEADLOCK, "self-deadlock")
FACT(ENDED_HOLDING, "ended-holding")
/* A choice of the system's: */
FACT(SPURIOUS_WAKEUP, "spurious-wakeup")
FACT(LATE_SPURIOUS, "spurious-wakeup-in-loop")
FACT(FAILED_ALLOCATION, "failed-allocation")
/* Beside another fact: how it could come to that. */
FACT(OTHER_ORDER, "other-order") /* it passes with this one turned round too */
FACT(POINTER_FROM, "pointer-from")
FACT(CAME_BEFORE, "came-before")
FACT(JOINED_OTHER, "joined-other")
FACT(DIFFERENT_LOCKS, "different-locks")
FACT(ONLY_SHARED, "only-shared")
FACT(NO_LOCK, "no-lock")
FACT(SAW, "saw")
FACT(MISSING_SIGNAL, "missing-signal")
