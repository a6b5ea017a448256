/* detector.h - the contract between the engine and a kind of bug.
 *
 * A detector is asked at the moments when an execution may have gone wrong.
 *
 * The engine promises:
 *   - detectors are asked in the order of list.h; the first to say yes names
 *     the finding, so a special kind stands before the general one;
 *   - `finding` arrives with tid, pc, addr, code, text, step and the views of
 *     all threads filled in, by ascending tid.
 * A detector promises:
 *   - check() looks only at its arguments, uses no libc beyond <string.h>, and
 *     changes `finding` only when it returns true;
 *   - it says yes only to what is wrong whatever the program meant.
 *
 * To add one: write src/detect/<name>.c, add DETECTOR(<name>) to list.h.
 * tests/unit/detector_contract.c then checks these promises for it.
 */
#ifndef RDL_DETECT_DETECTOR_H
#define RDL_DETECT_DETECTOR_H

#include "base/finding.h"

#include <stdbool.h>

enum rdl_moment_kind {
    RDL_AT_ASSERT,    /* __assert_fail: text, file, line */
    RDL_AT_ABORT,     /* abort called */
    RDL_AT_TERMINATE, /* the C++ runtime gave up */
    RDL_AT_SIGNAL,    /* fatal signal `code`, fault address `addr` */
    RDL_AT_EXIT,      /* exit with status `code` */
    RDL_AT_STUCK,     /* no thread can ever run again */
    RDL_AT_STEPS,     /* max_steps reached */
    RDL_AT_TIMEOUT,   /* time for one execution is over (driver) */
    RDL_AT_MISUSE,    /* a call that its object does not allow: misuse */
    RDL_N_MOMENTS
};

enum rdl_misuse {
    RDL_MISUSE_NONE,
    RDL_UNLOCK_OTHERS,    /* unlock of a lock that another thread holds */
    RDL_UNLOCK_FREE,      /* unlock of a lock that nobody holds */
    RDL_DESTROY_BUSY,     /* destroy while held or waited for */
    RDL_USE_DESTROYED,    /* use after destroy */
    RDL_COND_TWO_MUTEXES, /* waits on one condition with two mutexes */
    RDL_RELOCK,           /* a normal mutex locked by its holder */
    RDL_NO_THREAD,        /* a handle that is no thread's (any more) */
    RDL_HEAP_FREED,       /* access to a block that was freed */
    RDL_HEAP_BEYOND,      /* access to heap memory outside every block */
    RDL_FREE_TWICE,       /* free of a block that was freed */
    RDL_FREE_INVALID,     /* free of what is not the start of a block */
    RDL_N_MISUSES
};

struct rdl_moment {
    enum rdl_moment_kind kind;
    enum rdl_misuse misuse;
    bool leaks;           /* --leaks */
    int expect_exit;      /* --expect-exit */
    uint64_t steps;       /* of the execution so far */
    uint64_t effect_step; /* the latest step that changed anything */
};

struct rdl_detector {
    const char *name;    /* kind of the findings, kebab-case */
    const char *summary; /* one line of `raddle list detectors` */
    unsigned moments;    /* 1 << RDL_AT_... of each it wants */
    bool (*check)(const struct rdl_moment *moment, struct rdl_finding *finding);
};

/* Asks all; true if one made `finding` its own. */
bool rdl_detect(const struct rdl_moment *moment, struct rdl_finding *finding);

const struct rdl_detector *rdl_detector_at(size_t i);
/* Do findings of that kind come at that moment?  None of an unknown kind do. */
bool rdl_detector_comes(const char *kind, enum rdl_moment_kind at);

#endif
