/* cause.h - what decides between pass and fail, as operations; the words are
 * made where symbols can be looked up (report/explanation/explanation.h). */
#ifndef RDL_EXPLAIN_CAUSE_H
#define RDL_EXPLAIN_CAUSE_H

#include "base/event.h"

#include <stdbool.h>

enum rdl_cause_pattern {
    RDL_CAUSE_NONE,
    /* `between` (and `also`, if its pc is not 0) came between `first` and
     * `last`, of another thread: */
    RDL_CAUSE_LOST_UPDATE, /* read, written by another, written */
    RDL_CAUSE_ATOMICITY,
    /* `first` came before `last`, of another thread: */
    RDL_CAUSE_ORDER,
    /* The same, but it does not pass any other way round: `last` has to come
     * between `also` and `first`, of one thread; or `first` has to come between
     * `last` and `also`. */
    RDL_CAUSE_PLACE,
    /* The same as ORDER; the thread of `last` had been woken before by `also`,
     * of a third one, from `between`, its wait: */
    RDL_CAUSE_STOLEN,
    /* `last` is the wait that never ends, or only by its time; `first` what its
     * thread had read before, and `between` who had written that; `also` is the
     * latest signal or broadcast on the same condition.  pc 0: there is none.
     */
    RDL_CAUSE_LOST_WAKEUP,
    /* `first`, a signal or broadcast, woke nobody: `between` is a wait for it
     * whose time was over then, but its thread had not gone on; the thread of
     * `last` waits there for ever: */
    RDL_CAUSE_UNHEARD,
    /* `last` is the wait for a signal that never ends; `first` what its thread
     * had read before, and `between` what its handler wrote there then; `also`
     * who had sent the signal.  pc 0: not known. */
    RDL_CAUSE_LOST_SIGNAL,
    /* The cycle of the finding. */
    RDL_CAUSE_LOCK_ORDER,
    /* No cycle, but the thread `first.tid` waits, and has a lock for which the
     * thread `last.tid` waits; the same thread: it waits for that lock.  Or
     * it has ended, and `first` (pc 0: nothing) is what it accessed last. */
    RDL_CAUSE_STUCK,
    /* A condition wait that woke without a signal; `again`: it stands in a
     * loop. */
    RDL_CAUSE_SPURIOUS,
    /* `first`, an allocation, failed. */
    RDL_CAUSE_NO_MEMORY,
    /* The thread of `first` lost the turn between that and `last`. */
    RDL_CAUSE_PREEMPTION,
    /* Beside another part, never alone.  It passes as well when `last` comes
     * before `first`, of another thread: */
    RDL_CAUSE_ORDER_TOO,
    /* How the execution came to that.  The pointer to the block had been read
     * by `first`, before `last`, of another thread, wrote another there (pc 0:
     * nobody did), or after `last` had freed the block: */
    RDL_CAUSE_POINTER,
    /* `first` of the one thread and then `last` of the other came before: */
    RDL_CAUSE_CAME,
    /* Who freed it had just waited for the end of another thread than the one
     * that used it, `last.tid`: `first`, for that of `turn` (RDL_NO_TID: not
     * known which). */
    RDL_CAUSE_JOINED,
    /* What is said to come between was done with the lock `between`, and what
     * it came between with the lock `first`; that was asked for after `also`
     * had read what `last`, of another thread, wrote before it was used (pc 0:
     * no such read): */
    RDL_CAUSE_LOCKS,
    /* Both were done with one lock, but as readers: `first` and `between` asked
     * for it. */
    RDL_CAUSE_READERS,
    /* `between` was done without a lock, and what it came between, or what came
     * between it and another, with that of `first`, which all others have that
     * come there: */
    RDL_CAUSE_BARE,
    /* `last`, of the thread that failed, read what `first` had written: */
    RDL_CAUSE_SAW,
    /* Where it was tried to pass, `between` wakes the thread of `last`, which
     * else waits there for ever, or comes when that one need not wait (`waited`
     * says which); in the execution that failed its thread did otherwise after
     * `first` (pc 0: not known, or said already), and did `also` (pc 0: the
     * same); `stuck`: it is said already that this one waits: */
    RDL_CAUSE_MISSED,
};

struct rdl_cause_part {
    enum rdl_cause_pattern pattern;
    /* FREE: pc is the call's.  value: from where the function was called that
     * did it; 0: by none of the program's. */
    struct rdl_event first, between, also, last;
    /* LOST_UPDATE, ATOMICITY: `first` is no access; the latest before it, of
     * the same thread.  LOST_WAKEUP: what the thread of `between` read behind
     * that, and did not signal.  pc 0: none. */
    struct rdl_event before;
    /* LOST_UPDATE, ATOMICITY: in between their thread gave back a lock that it
     * had at `first`, and with which `between` was done.  pc 0: none. */
    struct rdl_event unlock;
    /* Two operations of a thread, one behind the other, between which it may
     * have tested something.  LOST_UPDATE, ATOMICITY: of that of `first`, what
     * it had read; UNHEARD: of that of `between`; LOST_WAKEUP: of that of
     * `also`, whether to signal again, when it had changed what was waited for.
     * pc 0: none. */
    struct rdl_event tested[2];
    /* What the thread `turn`, of `between` or `also`, did there came before or
     * after `first` and `last`, and the program passed: tried, and so. */
    rdl_tid turn;
    bool passes_before, passes_after;
    /* ORDER: so many orders of the two places were turned round
     * together, each of other threads; 0: only this one. */
    uint16_t orders;
    /* LOST_WAKEUP: */
    bool stale;   /* `between` came after `first`, not before */
    bool gave_up; /* `last` did end, but nobody had ended it */
    bool stuck;   /* `also` is none: the thread `turn`, which signals where it
                     passes, waits, and not for a condition or a thread */
    /* LOST_WAKEUP, of `also`: */
    bool waited;      /* the thread of `last` did, then */
    bool again;       /* the only one woken waits there again, and wrote nothing
                         that others see in between */
    uint16_t n_woken; /* threads */
    rdl_tid woken;    /* one of them */
};

#define RDL_CAUSE_PARTS 2

struct rdl_cause {
    size_t n;                                         /* 0: not known */
    struct rdl_cause_part parts[RDL_CAUSE_PARTS + 1]; /* MISSED: beside */
};

#endif
