/* roles.h - what a step has to do with a fact, once: ROLE(id, name in files).
 * A fact has at most one step of each role, but for HOLDS, WAITS and
 * WAITS_TOO. */
ROLE(OUTER_FIRST, "outer-first") /* others came between this */
ROLE(OUTER_LAST, "outer-last")   /* and this */
ROLE(INNER_FIRST, "inner-first") /* what came between */
ROLE(INNER_LAST, "inner-last")
ROLE(GUARD, "guard")   /* what OUTER_FIRST, not an access, may depend on */
ROLE(UNLOCK, "unlock") /* in between a common lock was given back */
ROLE(TEST, "test")     /* a place, not an operation: there it was tested */
ROLE(EARLIER, "earlier")
ROLE(LATER, "later")
ROLE(BOUND_BEFORE, "bound-before") /* LATER must not come before this */
ROLE(BOUND_AFTER, "bound-after")   /* EARLIER must not come after this */
ROLE(TAKER, "taker")               /* took what another was woken for */
ROLE(WAKER, "waker")
ROLE(WAIT, "wait")
ROLE(READ, "read")       /* what the thread had read before it waited */
ROLE(WRITER, "writer")   /* wrote what was read */
ROLE(CHANGER, "changer") /* changed it later */
ROLE(READER, "reader")
ROLE(SIGNAL, "signal")
ROLE(EARLY_SIGNAL, "early-signal") /* came before the wait */
ROLE(WOKEN, "woken")               /* a thread, not an operation */
ROLE(WOKEN_IN_VAIN, "woken-in-vain")
ROLE(WAITS_TOO, "waits-too")     /* a thread, not an operation */
ROLE(SILENT, "silent")           /* what its thread read, and did not signal */
ROLE(LAST_CHANGE, "last-change") /* behind it TEST kept from signalling */
ROLE(BLOCKED, "blocked")         /* the wait of a thread that should come */
ROLE(DECISION, "decision")       /* read: behind it the thread did otherwise */
ROLE(INSTEAD, "instead")
ROLE(ENDED, "ended")
ROLE(HANDLER, "handler") /* what a signal handler wrote */
ROLE(SENDER, "sender")
ROLE(HOLDS, "holds") /* took a lock, and has it */
ROLE(WAITS, "waits") /* for ever, there */
ROLE(LATEST, "latest")
ROLE(WAKE, "wake") /* without a signal */
ROLE(ALLOCATION, "allocation")
ROLE(POINTER, "pointer") /* the read that gave the pointer */
ROLE(FREER, "freer")
ROLE(JOIN, "join")
ROLE(JOINED, "joined")
ROLE(USER, "user")
ROLE(OUTER_LOCK, "outer-lock") /* the lock with which the window was done */
ROLE(INNER_LOCK, "inner-lock") /* and that of what came between */
ROLE(CHOSEN_BY, "chosen-by")   /* read: that chose the lock of its thread */
ROLE(BARE, "bare")             /* done without LOCK */
ROLE(LOCK, "lock")
