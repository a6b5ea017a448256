/* detector.h - the contract between the runtime and a kind of bug.
 *
 * The runtime asks detectors at the moments when an execution may have gone
 * wrong.  check() runs inside the target.  The sentences about findings are
 * data here; the driver puts the names of threads and variables into them.
 *
 * The runtime promises:
 *   - it asks detectors in the order of list.h; the first that returns true
 *     names the finding, so a special kind comes before a general one;
 *   - it ends the execution when a detector returns true, unless the
 *     detector's findings are warnings: the driver takes those over when the
 *     execution has ended (warnings.h), and they do not change its exit status;
 *     to replay a warning, the driver asks for executions that end at it
 *     (rdl_config.ends), and then it is a finding like any other;
 *   - the user may disable a detector, or have executions go on after its
 *     findings if it `continues`; its findings are errors all the same;
 *   - `finding` arrives with tid, pc, addr, code, text, step and the views of
 *     all threads filled in, by ascending tid, but for threads that have ended
 *     and been joined; the `holder` of a lock that such a thread kept is
 *     RDL_NO_TID;
 *   - it never asks which detector made a finding: every difference between
 *     kinds is a field below.
 * A detector promises:
 *   - check() reads only its arguments, uses no libc beyond <string.h>, and
 *     changes `finding` only if it returns true;
 *   - it returns true only for what is wrong whatever the program meant.
 *
 * To add one: write src/detect/<name>.c, add DETECTOR(<name>) to list.h and a
 * situation to tests/unit/detector_situations.h.
 * tests/unit/detector_contract.c then checks these promises for it. */
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
    RDL_AT_TIMEOUT,   /* the time is over, and no thread takes steps */
    RDL_AT_MISUSE,    /* a call that its object does not allow: `misuse` */
    RDL_AT_RACE,      /* two accesses race: `race` */
    RDL_AT_PATTERN,   /* accesses that break a block or an association */
    /* A test framework reported a failure: text, file, line (driver). */
    RDL_AT_EXPECTATION,
    RDL_N_MOMENTS
};

enum rdl_misuse {
    RDL_MISUSE_NONE,
    RDL_UNLOCK_OTHERS,    /* unlock of a lock that another thread holds */
    RDL_UNLOCK_FREE,      /* unlock of a lock that nobody holds */
    RDL_DESTROY_BUSY,     /* destroy of a lock that is held or waited for */
    RDL_DESTROY_AWAITED,  /* destroy of another object that is waited for */
    RDL_USE_DESTROYED,    /* use after destroy */
    RDL_COND_TWO_MUTEXES, /* waits on one condition with two mutexes */
    RDL_WAIT_PASSED,      /* a spurious wake-up passed a condition wait */
    RDL_HELD_BLOCKED,     /* a thread that holds a lock blocks (on request) */
    RDL_RELOCK,           /* a normal mutex locked by its holder */
    RDL_NO_THREAD,        /* a handle without a (living) thread */
    RDL_HEAP_FREED,       /* access to a freed block */
    RDL_HEAP_BEYOND,      /* access to heap memory outside every block */
    RDL_FREE_TWICE,       /* free of a freed block */
    RDL_STACK_LEFT,       /* access to a frame that has returned */
    RDL_STACK_ENDED,      /* access to the stack of an ended thread */
    RDL_FREE_INVALID,     /* free of an address that does not start a block */
    RDL_N_MISUSES
};

struct rdl_moment {
    enum rdl_moment_kind kind;
    enum rdl_misuse misuse;
    bool leaks;           /* --leaks */
    int expect_exit;      /* --expect-exit */
    uint64_t steps;       /* of the execution so far */
    uint64_t effect_step; /* the latest step that changed anything */
    /* At RDL_AT_STEPS: since then every thread has been in the same state
     * twice, and memory is the same. */
    bool recurs;
};

/* What a finding is about.  An explanation starts from it. */
enum rdl_evidence {
    RDL_ABOUT_STEP,      /* a step of one thread: tid, pc */
    RDL_ABOUT_FREED_USE, /* a step that uses freed memory: block */
    RDL_ABOUT_WAITS,     /* threads that wait for each other: cycle; without a
                            cycle, all waiting threads */
    RDL_ABOUT_SIGNAL,    /* a wait that no thread can end: tid */
    RDL_ABOUT_RACE,      /* two accesses of different threads: race */
    RDL_ABOUT_PATTERN,   /* accesses of several threads: pattern */
    RDL_ABOUT_EXECUTION, /* the whole execution, not a step */
    RDL_N_EVIDENCES
};

/* Code that a finding depends on. */
enum rdl_needed_code {
    RDL_NEEDS_NO_CODE,
    RDL_NEEDS_CODE_THAT_STEPS, /* the code of the program, and what steps */
    RDL_NEEDS_ALL_CODE,        /* also that in which threads take no steps */
};

struct rdl_detector {
    const char *name;    /* kind of the findings, kebab-case */
    const char *title;   /* the same for people: "lost wake-up" */
    const char *summary; /* one line of `raddle list detectors` */
    /* The sentence about a finding; NULL: "{text}".  One that begins with the
     * title is a headline without it.  The report fills in
     *   {text}     finding->text
     *   {thread}   finding->tid with its name
     *   {awaited}  the object that this thread waits for
     *   {object}   the variable at finding->addr
     *   {what}     finding->what and that variable: "semaphore items"
     *   {cycle}    the threads of the cycle; without a cycle, the text
     *   {race}     the two accesses of a race, their threads and locks
     *   {pattern}  the accesses of finding->pattern, the same
     *   {stuck}    ": " and a thread that might have signalled and waits,
     *              or "" */
    const char *says;
    /* The C library's words before and after the text that repeat the title; a
     * headline omits them.  NULL: none. */
    const char *around[2];
    /* "thread 2: ..." for the thread whose step showed it; NULL: nothing. */
    const char *did;
    const char *tsan; /* ThreadSanitizer's name in suppressions, or NULL */
    enum rdl_evidence about;
    enum rdl_severity severity; /* of its findings; 0: errors */
    unsigned moments;           /* 1 << RDL_AT_... of each moment it checks */
    /* The program can go on after what it finds, as it would with the C
     * library: --continue-after. */
    bool continues;
    /* Its findings say how the program ended, not why: what the program wrote
     * may tell more (frameworks/framework.h). */
    bool vague;
    bool on_request; /* it reports only with --enable */
    /* Asked in the driver: which code must raddle have seen, so that the
     * finding holds?  It is not reported of a program with such code that
     * raddle does not see.  NULL: none. */
    enum rdl_needed_code (*needs_code)(const struct rdl_finding *finding);
    bool (*check)(const struct rdl_moment *moment, struct rdl_finding *finding);
};

/* Asks the detectors of that severity; returns the one that claimed `finding`,
 * or NULL. */
const struct rdl_detector *rdl_detect(const struct rdl_moment *moment,
                                      enum rdl_severity severity,
                                      struct rdl_finding *finding);

/* In a set of detectors, such as rdl_config.disabled. */
static inline bool rdl_detectors_have(uint64_t set, size_t i)
{
    return (set >> i & 1) != 0;
}
/* Its number, for such a set. */
size_t rdl_detector_index(const struct rdl_detector *d);

enum {
#define DETECTOR(id) RDL_DETECTOR_ID_##id,
#include "detect/list.h"
#undef DETECTOR
    RDL_N_DETECTORS
};

/* The i-th of list.h, NULL after the last. */
const struct rdl_detector *rdl_detector_at(size_t i);
/* The detector of that kind, or NULL if there is none (any more). */
const struct rdl_detector *rdl_detector_find(const char *kind);
/* Are findings of that kind about `about`?  False for an unknown kind. */
bool rdl_detector_about(const char *kind, enum rdl_evidence about);
/* Can findings of that kind arise at that moment?  False for an unknown
 * kind. */
bool rdl_detector_comes(const char *kind, enum rdl_moment_kind at);
/* Of findings of that kind; those of an unknown kind are errors. */
enum rdl_severity rdl_detector_severity(const char *kind);

#endif
