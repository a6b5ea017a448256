/* detector.h - the contract between the engine and a kind of bug.
 *
 * The engine asks a detector at the moments when an execution may have gone
 * wrong.  check() runs inside the target; the words of its findings are data
 * here, and the driver puts the names of threads and variables into them.
 *
 * The engine promises:
 *   - it asks detectors in the order of list.h; the first to say yes names the
 *     finding, so a special kind comes before the general one;
 *   - `finding` arrives with tid, pc, addr, code, text, step and the views of
 *     all threads filled in, by ascending tid;
 *   - it never asks which detector made a finding: what differs from kind to
 *     kind is a field below.
 * A detector promises:
 *   - check() looks only at its arguments, uses no libc beyond <string.h>, and
 *     changes `finding` only when it returns true;
 *   - it says yes only to what is wrong whatever the program meant.
 *
 * To add one: write src/detect/<name>.c, add DETECTOR(<name>) to list.h and a
 * situation to tests/unit/detector_situations.h.
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

/* What a finding is about: what an explanation of it starts from. */
enum rdl_evidence {
    RDL_ABOUT_STEP,      /* a step of one thread: tid, pc */
    RDL_ABOUT_FREED_USE, /* a step that uses memory after its free: block */
    RDL_ABOUT_WAITS,     /* threads that wait for each other: cycle; for every
                            thread that waits if there is no cycle */
    RDL_ABOUT_SIGNAL,    /* a wait of one thread that nobody can end: tid */
    RDL_ABOUT_EXECUTION, /* all of the execution, and no step of it */
    RDL_N_EVIDENCES
};

struct rdl_detector {
    const char *name;    /* kind of the findings, kebab-case */
    const char *title;   /* the same as people read it: "lost wake-up" */
    const char *summary; /* one line of `raddle list detectors` */
    /* The sentence about a finding; NULL: "{text}".  The report fills in
     *   {text}     finding->text
     *   {thread}   finding->tid with its name
     *   {awaited}  what that thread waits for
     *   {object}   the variable at finding->addr
     *   {cycle}    who waits for each other; without a cycle, the text
     *   {stuck}    ": " and a thread that might have signalled and waits
     * itself;
     *              "" if there is none */
    const char *says;
    /* The C library's words before and after the text that repeat the title;
     * a headline leaves them out.  NULL: none. */
    const char *around[2];
    /* "thread 2: ..." at the thread whose step showed it; NULL: nothing. */
    const char *did;
    const char *tsan; /* ThreadSanitizer's name in suppressions, or NULL */
    enum rdl_evidence about;
    unsigned moments; /* 1 << RDL_AT_... of each it wants */
    bool (*check)(const struct rdl_moment *moment, struct rdl_finding *finding);
};

/* Asks all; true if one made `finding` its own. */
bool rdl_detect(const struct rdl_moment *moment, struct rdl_finding *finding);

/* The i-th of list.h, NULL behind the last. */
const struct rdl_detector *rdl_detector_at(size_t i);
/* The one whose findings are of that kind; NULL: none is (any more). */
const struct rdl_detector *rdl_detector_find(const char *kind);
/* Is that what findings of that kind are about?  Not for an unknown kind. */
bool rdl_detector_about(const char *kind, enum rdl_evidence about);
/* Do findings of that kind come at that moment?  Not those of an
 * unknown kind. */
bool rdl_detector_comes(const char *kind, enum rdl_moment_kind at);

#endif
