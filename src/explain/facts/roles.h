/* roles.h - the part that a step plays in a fact, once: ROLE(id, name in
 * files).  A fact has at most one step of each role, except HOLDS, WAITS and
 * WAITS_TOO. */
ROLE(OUTER_FIRST, "outer-first") /* other threads ran between this */
ROLE(OUTER_LAST, "outer-last")   /* and this */
ROLE(INNER_FIRST, "inner-first") /* what ran between */
ROLE(INNER_LAST, "inner-last")
ROLE(GUARD, "guard")   /* the access that OUTER_FIRST, a call, may depend on */
ROLE(UNLOCK, "unlock") /* gave up a common lock in between */
ROLE(TEST, "test")     /* a place, not an operation: the thread tested there */
ROLE(EARLIER, "earlier")
ROLE(LATER, "later")
ROLE(BOUND_BEFORE, "bound-before") /* LATER must not come before this */
ROLE(BOUND_AFTER, "bound-after")   /* EARLIER must not come after this */
ROLE(WAKER, "waker")
ROLE(WAIT, "wait")
ROLE(READ, "read")       /* what the thread read before it waited */
ROLE(WRITER, "writer")   /* wrote the value that was read */
ROLE(CHANGER, "changer") /* changed it later */
ROLE(READER, "reader")
ROLE(SIGNAL, "signal")
ROLE(EARLY_SIGNAL, "early-signal") /* a signal before the wait */
ROLE(WOKEN, "woken")               /* a thread, not an operation */
/* The wait of the thread that SIGNAL woke, and that waits again. */
ROLE(OTHER_WAIT, "other-wait")
ROLE(WAITS_TOO, "waits-too") /* a thread, not an operation */
ROLE(SILENT, "silent")       /* what its thread read without signalling */
/* After it, TEST kept its thread from signalling. */
ROLE(LAST_CHANGE, "last-change")
ROLE(BLOCKED, "blocked") /* the wait of the thread that should have signalled */
ROLE(DECISION, "decision") /* a read after which the thread took another path */
ROLE(INSTEAD, "instead")
ROLE(ENDED, "ended")
ROLE(HANDLER, "handler") /* what a signal handler wrote */
ROLE(SENDER, "sender")
ROLE(HOLDS, "holds") /* took a lock and still has it */
ROLE(WAITS, "waits") /* waits there for ever */
ROLE(LATEST, "latest")
ROLE(WAKE, "wake") /* woke without a signal */
ROLE(ALLOCATION, "allocation")
ROLE(POINTER, "pointer") /* the read that gave the thread the pointer */
ROLE(FREER, "freer")
ROLE(JOIN, "join")
ROLE(JOINED, "joined")
ROLE(USER, "user")
ROLE(OUTER_LOCK, "outer-lock") /* the lock held during the window */
ROLE(INNER_LOCK, "inner-lock") /* the lock held by what ran between */
ROLE(CHOSEN_BY, "chosen-by")   /* a read that chose the lock of its thread */
ROLE(BARE, "bare")             /* done without LOCK */
ROLE(LOCK, "lock")             /* the lock that all others hold */
ROLE(WRONG_LOCK, "wrong-lock") /* the lock that BARE holds instead */
ROLE(EXPIRED, "expired")       /* the wait that time ended */
ROLE(DELAYED, "delayed") /* a thread, not an operation: could run meanwhile */
