/* kinds.h - every kind of fact, once: FACT(id, its part, name in files).  The
 * part is one of enum rdl_fact_part.  The template of a kind
 * (report/explanation/templates.h) has the roles of its steps. */
/* Time ended a wait while another thread could run: a sleep, a wait for
 * another thread, a request for a lock. */
FACT(EXPIRED_SLEEP, ONLY_IF, "expired-sleep")
FACT(EXPIRED_WAIT, ONLY_IF, "expired-wait")
FACT(EXPIRED_REQUEST, ONLY_IF, "expired-request")
/* Other threads ran between two operations of one thread: */
FACT(LOST_UPDATE, DECIDES, "lost-update") /* a read, another's write, a write */
FACT(WINDOW, DECIDES, "window")
/* One operation happened before another: */
FACT(ORDER, DECIDES, "order")
FACT(BOUNDED_ORDER, DECIDES, "bounded-order") /* passes only within a bound */
/* Back from a wait, a thread does not repeat its test, though it was woken
 * without a signal, or another thread has changed what was tested: */
FACT(NO_RETEST, DECIDES, "no-retest")
/* Not an explanation: this number of preemptions is left (`count`). */
FACT(TOO_MANY, DECIDES, "too-many-preemptions")
/* Raddle knows only that this preemption is needed. */
FACT(PREEMPTION, DECIDES, "preemption")
FACT(HANDLED_SIGNAL, DECIDES, "handled-signal")
FACT(LOCK_CYCLE, DECIDES, "lock-cycle")
FACT(CYCLE, DECIDES, "cycle") /* not only of locks */
FACT(HOLDS_AND_WAITS, DECIDES, "holds-and-waits")
FACT(SELF_DEADLOCK, DECIDES, "self-deadlock")
FACT(ENDED_HOLDING, DECIDES, "ended-holding")
FACT(UNHEARD_SIGNAL, DECIDES, "unheard-signal")
/* Two accesses that nothing orders, or only atomics of weak memory orders. */
FACT(RACE, DECIDES, "race")
FACT(WEAK_ORDER, DECIDES, "weak-order")
/* An access between two that are one operation; accesses to variables that
 * belong together, which nothing orders. */
FACT(BROKEN_BLOCK, DECIDES, "broken-block")
FACT(APART, DECIDES, "apart")
/* A choice of the system: */
FACT(SPURIOUS_WAKEUP, DECIDES, "spurious-wakeup")
FACT(FAILED_ALLOCATION, DECIDES, "failed-allocation")
/* A thread waits for ever, or until it times out: */
FACT(ENDLESS_WAIT, SHOWS, "endless-wait")
FACT(UNWOKEN_WAIT, SHOWS, "unwoken-wait") /* it timed out; nobody woke it */
FACT(TIMED_OUT, SHOWS, "timed-out-wait")  /* the signal came later */
FACT(LATE_SPURIOUS, SHOWS, "spurious-wakeup-in-loop")
/* Locks: */
FACT(NO_LOCK, WHY, "no-lock")
FACT(WRONG_LOCK, WHY, "wrong-lock")
FACT(DIFFERENT_LOCKS, WHY, "different-locks")
FACT(ONLY_SHARED, WHY, "only-shared")
FACT(GIVES_UP, WHY, "gives-up")
/* A race: one access tests without the lock what the other changes under it. */
FACT(DOUBLE_CHECKED, WHY, "double-checked-locking")
/* Signals: */
FACT(WRONG_WAITER, WHY, "wrong-waiter")
FACT(MISSING_SIGNAL, WHY, "missing-signal")
FACT(POINTER_FROM, WHY, "pointer-from")
FACT(JOINED_OTHER, WHY, "joined-other")
FACT(CAME_BEFORE, WHY, "came-before")
FACT(SAW, WHY, "saw")
