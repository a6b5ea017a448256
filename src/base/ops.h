/* ops.h - every operator of an event, once: OP(id, name for people, effect).
 *
 * effect: what executing it says about progress.  RDL_READS repeats without
 * effect when it sees the same value again (spin detection); RDL_ACTS always
 * changes something another thread can notice; RDL_IDLES never does (a lock
 * taken and given back with nothing written in between is a way of polling).
 */
OP(START, "start", RDL_ACTS)
OP(CREATE, "create", RDL_ACTS)
OP(JOIN, "join", RDL_ACTS)
OP(DETACH, "detach", RDL_ACTS)
OP(EXIT, "exit", RDL_ACTS)
OP(YIELD, "yield", RDL_IDLES)
OP(READ, "read", RDL_READS)
OP(WRITE, "write", RDL_ACTS)
OP(ATOMIC_READ, "atomic-read", RDL_READS)
OP(ATOMIC_WRITE, "atomic-write", RDL_ACTS)
OP(RMW, "rmw", RDL_ACTS)
OP(FENCE, "fence", RDL_IDLES)
OP(LOCK, "lock-acquire", RDL_IDLES)
OP(HOLD, "lock-hold", RDL_IDLES)
OP(TRYLOCK, "try-lock", RDL_READS)
OP(UNLOCK, "unlock", RDL_IDLES)
OP(DESTROY, "destroy", RDL_ACTS)
OP(WAIT, "cond-wait", RDL_ACTS)
OP(WAKE, "cond-wake", RDL_ACTS)
OP(SIGNAL, "cond-signal", RDL_ACTS)
OP(BROADCAST, "cond-broadcast", RDL_ACTS)
OP(SEM_WAIT, "sem-wait", RDL_ACTS)
OP(SEM_TRYWAIT, "sem-trywait", RDL_READS)
OP(SEM_POST, "sem-post", RDL_ACTS)
OP(BARRIER, "barrier-wait", RDL_ACTS)
OP(ONCE, "once", RDL_READS)
OP(FUTEX_WAIT, "futex-wait", RDL_READS)
OP(FUTEX_WAKE, "futex-wake", RDL_ACTS)
OP(SLEEP, "sleep", RDL_IDLES)
OP(CLOCK, "clock", RDL_IDLES)
OP(IO, "io", RDL_ACTS)
OP(POLL, "poll", RDL_READS)
OP(KILL, "send-signal", RDL_ACTS)
OP(HANDLER, "signal-handler", RDL_ACTS)
OP(CANCEL, "cancel", RDL_ACTS)
OP(FORK, "fork", RDL_ACTS)
OP(SYSCALL, "syscall", RDL_ACTS)
OP(KEY, "key", RDL_ACTS)
/* Never a step: memory is given back; what comes there is another object. */
OP(FREE, "free", RDL_ACTS)
/* Never a step: an allocation fails because the strategy says so. */
OP(NO_MEMORY, "allocation-fails", RDL_ACTS)
/* Never a step: a block of memory is given out. */
OP(MADE, "made", RDL_ACTS)
/* Never a step: what was touched lies in the frame of a function. */
OP(FRAME, "frame", RDL_ACTS)
