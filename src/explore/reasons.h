/* reasons.h - why an exploration is not complete: REASON(id, name, text).  The
 * name is stable: JSON uses it. */
REASON(MEMORY, "memory", "the exploration needs more memory than it has")
REASON(PREDICTION, "prediction",
       "a thread did something else in the same situation")
REASON(OPERATOR, "operation",
       "raddle does not explore operations of this kind:")
REASON(WAIT, "wait", "a thread waits in a way that raddle does not explore")
REASON(SIGNAL, "signal",
       "a signal is sent, blocked or asked for in a way that raddle does not "
       "explore")
REASON(TIME, "time", "a sleep or a time-out ended")
REASON(CUT, "cut", "an execution did not end")
REASON(DIED, "died", "the process died in an execution")
REASON(FORCED, "forced", "the program kept other threads from running")
REASON(INIT, "initialised",
       "a thread initialises a lock, semaphore, condition or barrier that "
       "another may use")
REASON(OUTCOMES, "outcomes",
       "an allocation may fail before the first step, or in a step that has "
       "other outcomes or too many allocations")
REASON(THREADS, "threads", "the program has more threads than raddle explores")
REASON(UNSHARED, "sharing",
       "raddle cannot learn which memory is shared with --isolation exec or "
       "--no-learn")
REASON(
    JOBS, "jobs",
    "executions of several jobs would meet in a file or a name: use --jobs 1")
