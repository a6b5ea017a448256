/* ops.h - every operator of an event, once: OP(id, name for people, class,
 * access, effect).
 *
 * class: enum rdl_op_class, without its prefix (base/event.h).
 *
 * access: what a step does to the memory at its operand.  R, W and RW: the
 * program reads or writes it.  OBJECT: a synchronisation object (lock,
 * condition variable, ...) is there.  TAKES: a lock is there, and the thread
 * takes it or tries to; GIVES: the thread releases it.  NONE: the operand is
 * not an address that the step accesses.
 *
 * effect: whether a step makes progress.  RDL_ACTS always changes something
 * that another thread can notice.  RDL_READS has no effect if it sees the same
 * value again (spin detection).  RDL_IDLES never has an effect: locking and
 * unlocking without a write in between is a form of polling.
 *
 * Nothing may depend on the order of the lines: base/event.h has a function for
 * each column. */
OP(START, "start", THREAD, NONE, RDL_ACTS)
OP(CREATE, "create", THREAD, NONE, RDL_ACTS)
OP(JOIN, "join", THREAD, NONE, RDL_ACTS)
OP(DETACH, "detach", THREAD, NONE, RDL_ACTS)
OP(EXIT, "exit", THREAD, NONE, RDL_ACTS)
OP(YIELD, "yield", SELF, NONE, RDL_IDLES)
OP(READ, "read", PLAIN, R, RDL_READS)
OP(WRITE, "write", PLAIN, W, RDL_ACTS)
OP(ATOMIC_READ, "atomic-read", ATOMIC, R, RDL_READS)
OP(ATOMIC_WRITE, "atomic-write", ATOMIC, W, RDL_ACTS)
OP(RMW, "rmw", ATOMIC, RW, RDL_ACTS)
OP(FENCE, "fence", SELF, NONE, RDL_IDLES)
/* A call of a function of interest begins and has returned: marks that a
 * generated test sets (base/payload.h).  The operand is the call's number. */
OP(CALL, "call", SELF, NONE, RDL_ACTS)
OP(RETURN, "return", SELF, NONE, RDL_ACTS)
OP(LOCK, "lock-acquire", LOCK, TAKES, RDL_IDLES)
OP(HOLD, "lock-hold", LOCK, TAKES, RDL_IDLES)
OP(TRYLOCK, "try-lock", LOCK, TAKES, RDL_READS)
OP(UNLOCK, "unlock", LOCK, GIVES, RDL_IDLES)
OP(DESTROY, "destroy", LOCK, OBJECT, RDL_ACTS)
OP(WAIT, "cond-wait", CONDITION, OBJECT, RDL_ACTS)
OP(WAKE, "cond-wake", CONDITION, OBJECT, RDL_ACTS)
OP(SIGNAL, "cond-signal", CONDITION, OBJECT, RDL_ACTS)
OP(BROADCAST, "cond-broadcast", CONDITION, OBJECT, RDL_ACTS)
OP(SEM_WAIT, "sem-wait", SYNC, OBJECT, RDL_ACTS)
OP(SEM_TRYWAIT, "sem-trywait", SYNC, OBJECT, RDL_READS)
OP(SEM_POST, "sem-post", SYNC, OBJECT, RDL_ACTS)
OP(BARRIER, "barrier-wait", SYNC, OBJECT, RDL_ACTS)
OP(ONCE, "once", SYNC, OBJECT, RDL_READS)
OP(FUTEX_WAIT, "futex-wait", SYNC, OBJECT, RDL_READS)
OP(FUTEX_WAKE, "futex-wake", SYNC, NONE, RDL_ACTS)
OP(SLEEP, "sleep", TIME, NONE, RDL_IDLES)
OP(CLOCK, "clock", TIME, NONE, RDL_IDLES)
OP(IO, "io", OTHER, NONE, RDL_ACTS)
OP(POLL, "poll", OTHER, NONE, RDL_READS)
OP(KILL, "send-signal", OTHER, NONE, RDL_ACTS)
OP(HANDLER, "signal-handler", OTHER, NONE, RDL_ACTS)
OP(CANCEL, "cancel", OTHER, NONE, RDL_ACTS)
OP(FORK, "fork", OTHER, NONE, RDL_ACTS)
OP(SYSCALL, "syscall", OTHER, NONE, RDL_ACTS)
OP(KEY, "key", OTHER, NONE, RDL_ACTS)
/* Never a step: a block is freed; later memory there is another object. */
OP(FREE, "free", BLOCK, W, RDL_ACTS)
/* Never a step: the strategy makes an allocation fail. */
OP(NO_MEMORY, "allocation-fails", BLOCK, NONE, RDL_ACTS)
