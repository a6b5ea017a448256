/* notes.h - every kind of note, once: NOTE(id, name, meaning).
 *
 * A note informs the user of something other than a finding, once, however
 * often it happens.  The name is stable: JSON and the store use it.
 *
 * meaning: how the note affects "no failure found".
 *   INFORMS     not at all: raddle works in another way than requested
 *   LIMITS      raddle did not see or control something.  It prints the note
 *               even with --quiet, and stores it for later sessions: the note
 *               is about the program
 *   LIMITS_NOW  the same, but only for this session */

/* Memory accesses that raddle does not see. */
NOTE(NOT_INSTRUMENTED, "not-instrumented", LIMITS)
NOTE(MODULE_NOT_INSTRUMENTED, "module-not-instrumented", LIMITS)
NOTE(LIBRARY_NOT_INSTRUMENTED, "library-not-instrumented", LIMITS)
NOTE(LIBRARY_CALLS, "library-calls", LIMITS_NOW)
NOTE(ASSEMBLER, "assembler", LIMITS)
NOTE(UNHOOKED, "unhooked", LIMITS_NOW)
NOTE(HOOKS_VERSION, "hooks-version", LIMITS)
NOTE(HOOKS_IDLE, "hooks-idle", LIMITS)

/* Code that runs outside the schedule. */
NOTE(BLOCKED_IN_LIBRARY, "blocked-in-library", LIMITS)
NOTE(DAEMON, "daemon", LIMITS)
NOTE(ENDED_BY_TIME, "ended-by-time", LIMITS)
NOTE(EXEC, "exec", LIMITS)
NOTE(NO_DISPATCH, "no-dispatch", LIMITS)
NOTE(PROCESS_SHARED, "process-shared", LIMITS)
NOTE(ADDRESS_SPACE, "address-space", LIMITS_NOW)
NOTE(FIXED_MAPPING, "fixed-mapping", LIMITS)
NOTE(SECCOMP_STRICT, "seccomp-strict", LIMITS)
NOTE(UNCONTROLLED_CALL, "uncontrolled-call", LIMITS)
NOTE(UNCONTROLLED_INSTRUCTION, "uncontrolled-instruction", LIMITS)
NOTE(UNCONTROLLED_CLONE, "uncontrolled-clone", LIMITS)
NOTE(UNCONTROLLED_LOOP, "uncontrolled-loop", LIMITS)
NOTE(UNCONTROLLED_THREAD, "uncontrolled-thread", LIMITS)

/* The program got another answer than it would get without raddle. */
NOTE(IO_URING, "io-uring", LIMITS)
NOTE(MLOCKALL, "mlockall", LIMITS)
NOTE(SPLICE_OUTSIDE, "splice-outside", LIMITS)
NOTE(TOO_MANY_THREADS, "too-many-threads", LIMITS)

/* An execution depends on others. */
NOTE(NOT_DETERMINISTIC, "not-deterministic", LIMITS)
NOTE(PERSISTS, "persists", LIMITS)
NOTE(COPY_DAMAGED, "copy-damaged", LIMITS)

/* Things that raddle does not examine. */
NOTE(COVERAGE_DAMAGED, "coverage-damaged", LIMITS)
NOTE(EXECUTIONS_CUT, "executions-cut", LIMITS)
NOTE(EXECUTIONS_LATE, "executions-late", LIMITS)
NOTE(EXECUTIONS_LOST, "executions-lost", LIMITS)
NOTE(LOOP_NOT_PROVEN, "loop-not-proven", LIMITS)
NOTE(NO_COVERAGE, "no-coverage", LIMITS)
NOTE(OWN_MALLOC, "own-malloc", LIMITS)

/* The same; another session may reach the goal or have more time. */
NOTE(EXECUTION_UNFINISHED, "execution-unfinished", LIMITS_NOW)
NOTE(DETECTOR_DISABLED, "detector-disabled", LIMITS_NOW)
NOTE(PROGRAM_REPLACED, "program-replaced", LIMITS_NOW)
NOTE(GOAL_NOT_REACHED, "goal-not-reached", LIMITS_NOW)
NOTE(NARROW_STRATEGY, "narrow-strategy", LIMITS_NOW)

/* How raddle runs the program. */
NOTE(ISOLATION_FORK, "isolation-fork", INFORMS)
NOTE(ISOLATION_EXEC, "isolation-exec", INFORMS)
NOTE(ONE_JOB, "one-job", INFORMS)
NOTE(TARGETS_UNKNOWN, "targets-unknown", INFORMS)
NOTE(NOT_STARTED, "not-started", INFORMS)
NOTE(WORKER_RESTARTED, "worker-restarted", INFORMS)
NOTE(HEAP_DISPLACED, "heap-displaced", INFORMS)
NOTE(TEMPORARY_NAME, "temporary-name", INFORMS)
NOTE(INPUT_LOST, "input-lost", INFORMS)
NOTE(UNKNOWN_LIBC, "unknown-libc", INFORMS)
NOTE(SECCOMP, "seccomp", INFORMS)

/* Findings. */
NOTE(FAILURE_HANDLED, "failure-handled", INFORMS)
NOTE(NOT_REPRODUCED_FRESH, "not-reproduced-fresh", INFORMS)
NOTE(FINDING_CUT_SHORT, "finding-cut-short", INFORMS)
NOTE(NOT_REPLAYABLE, "not-replayable", INFORMS)

/* The store. */
NOTE(NO_STORE, "no-store", INFORMS)
NOTE(STORE_DAMAGED, "store-damaged", LIMITS_NOW)
NOTE(PROGRAM_CHANGED, "program-changed", INFORMS)
NOTE(PUT_ASIDE, "put-aside", INFORMS)

/* The runtime. */
NOTE(INTERNAL_ERROR, "internal-error", INFORMS)
NOTE(MEMORY_DAMAGED, "memory-damaged", INFORMS)
NOTE(RUNTIME_FAULT, "runtime-fault", INFORMS)
NOTE(MORE_WARNINGS, "more-warnings", INFORMS)
NOTE(RACES_LIMITED, "races-limited", INFORMS)
NOTE(BLOCKS_LIMITED, "blocks-limited", INFORMS)
