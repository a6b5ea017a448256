/* detector_situations.h - hand-made moments of a program, and which kind of
 * finding each is; the table of detector_contract.c. */
#ifndef TESTS_DETECTOR_SITUATIONS_H
#define TESTS_DETECTOR_SITUATIONS_H

#include "detect/detector.h"

#include <signal.h>

#define NOBODY RDL_NO_TID

/* A thread in short: its tid is its place in the row. */
struct who {
    uint8_t state, wait;
    rdl_tid holder;
    uint8_t timed, spins;
};

#define READY                                                                  \
    {                                                                          \
        RDL_READY, RDL_WAIT_NONE, NOBODY, 0, 0                                 \
    }
#define SPINS                                                                  \
    {                                                                          \
        RDL_READY, RDL_WAIT_NONE, NOBODY, 0, 1                                 \
    }
#define ENDED                                                                  \
    {                                                                          \
        RDL_ENDED, RDL_WAIT_NONE, NOBODY, 0, 0                                 \
    }
#define WAITS(kind, holder)                                                    \
    {                                                                          \
        RDL_WAITING, RDL_WAIT_##kind, holder, 0, 0                             \
    }
#define TIMED(kind, holder)                                                    \
    {                                                                          \
        RDL_WAITING, RDL_WAIT_##kind, holder, 1, 0                             \
    }

#define MOST 6

struct situation {
    const char *name;
    struct rdl_moment moment;
    int32_t code;
    const char *said; /* by the program or the C library */
    size_t n;
    struct who who[MOST];
    const char *kind; /* NULL: nobody says yes */
    rdl_tid tid;      /* expected of the finding */
    const char *text; /* part of the finding's text, NULL: any */
    bool no_more;     /* and its end */
    size_t n_cycle;
    rdl_tid cycle[MOST];
};

#define STUCK .moment.kind = RDL_AT_STUCK
#define AT(k) .moment.kind = RDL_AT_##k
#define MISUSE(m) .moment = { .kind = RDL_AT_MISUSE, .misuse = m }

static const struct situation situations[] = {
    { .name = "assertion",
      AT(ASSERT),
      .said = "x == 1",
      .n = 1,
      .who = { READY },
      .kind = "assertion",
      .text = "x == 1" },
    { .name = "abort", AT(ABORT), .n = 1, .who = { READY }, .kind = "abort" },
    { .name = "terminate",
      AT(TERMINATE),
      .said = "std::logic_error: no",
      .n = 1,
      .who = { READY },
      .kind = "cpp-terminate",
      .text = "std::logic_error: no" },
    { .name = "segmentation fault",
      AT(SIGNAL),
      .code = SIGSEGV,
      .n = 1,
      .who = { READY },
      .kind = "fatal-signal",
      .text = "SIGSEGV at address 0xadd0" },
    { .name = "division by zero has no address",
      AT(SIGNAL),
      .code = SIGFPE,
      .n = 1,
      .who = { READY },
      .kind = "fatal-signal",
      .text = "SIGFPE",
      .no_more = true },
    { .name = "real-time signal",
      AT(SIGNAL),
      .code = 40,
      .n = 1,
      .who = { READY },
      .kind = "fatal-signal",
      .text = "signal 40" },

    { .name = "exit as expected", AT(EXIT), .n = 1, .who = { READY } },
    { .name = "exit otherwise",
      AT(EXIT),
      .code = 3,
      .n = 1,
      .who = { READY },
      .kind = "exit-status",
      .text = "exit status 3, expected 0" },
    { .name = "exit 0 where 3 is expected",
      .moment = { .kind = RDL_AT_EXIT, .expect_exit = 3 },
      .n = 1,
      .who = { READY },
      .kind = "exit-status",
      .text = "exit status 0, expected 3" },
    { .name = "exit 3 where 3 is expected",
      .moment = { .kind = RDL_AT_EXIT, .expect_exit = 3 },
      .code = 3,
      .n = 1,
      .who = { READY } },
    { .name = "negative status",
      AT(EXIT),
      .code = INT32_MIN,
      .n = 1,
      .who = { READY },
      .kind = "exit-status",
      .text = "exit status -2147483648, expected 0" },
    { .name = "a thread runs at exit, not asked about",
      AT(EXIT),
      .n = 2,
      .who = { READY, READY } },
    { .name = "a thread runs at exit",
      .moment = { .kind = RDL_AT_EXIT, .leaks = true },
      .n = 3,
      .who = { READY, ENDED, WAITS(CONDITION, NOBODY) },
      .kind = "thread-leak",
      .tid = 2,
      .text = "1 thread still" },
    { .name = "the status goes before the leak",
      .moment = { .kind = RDL_AT_EXIT, .leaks = true },
      .code = 1,
      .n = 2,
      .who = { READY, READY },
      .kind = "exit-status" },
    { .name = "all threads ended at exit",
      .moment = { .kind = RDL_AT_EXIT, .leaks = true },
      .n = 3,
      .who = { READY, ENDED, ENDED } },

    { .name = "lock held by itself",
      STUCK,
      .n = 2,
      .who = { WAITS(JOIN, 1), WAITS(LOCK, 1) },
      .kind = "self-deadlock",
      .tid = 1 },
    { .name = "lock held by itself, others behind it",
      STUCK,
      .n = 3,
      .who = { WAITS(LOCK, 1), WAITS(LOCK, 1), WAITS(CONDITION, NOBODY) },
      .kind = "self-deadlock",
      .tid = 1 },
    { .name = "once from inside itself",
      STUCK,
      .n = 2,
      .who = { WAITS(JOIN, 1), WAITS(ONCE, 1) },
      .kind = "self-deadlock",
      .tid = 1 },
    { .name = "locked again",
      MISUSE(RDL_RELOCK),
      .n = 2,
      .who = { READY, READY },
      .kind = "self-deadlock" },

    { .name = "two locks",
      STUCK,
      .n = 3,
      .who = { WAITS(JOIN, 1), WAITS(LOCK, 2), WAITS(LOCK, 1) },
      .kind = "deadlock",
      .tid = 1,
      .text = "2 threads",
      .n_cycle = 2,
      .cycle = { 1, 2 } },
    { .name = "three locks, against the numbers",
      STUCK,
      .n = 4,
      .who = { WAITS(JOIN, 1), WAITS(LOCK, 3), WAITS(LOCK, 1), WAITS(LOCK, 2) },
      .kind = "deadlock",
      .tid = 1,
      .n_cycle = 3,
      .cycle = { 1, 3, 2 } },
    { .name = "a tail leads into the cycle",
      STUCK,
      .n = 4,
      .who = { WAITS(LOCK, 1), WAITS(LOCK, 3), ENDED, WAITS(LOCK, 1) },
      .kind = "deadlock",
      .tid = 1,
      .n_cycle = 2,
      .cycle = { 1, 3 } },
    { .name = "two cycles: the lower one",
      STUCK,
      .n = 5,
      .who = { WAITS(JOIN, 3), WAITS(LOCK, 2), WAITS(LOCK, 1), WAITS(LOCK, 4),
               WAITS(LOCK, 3) },
      .kind = "deadlock",
      .tid = 1,
      .n_cycle = 2,
      .cycle = { 1, 2 } },
    { .name = "joins of each other",
      STUCK,
      .n = 3,
      .who = { WAITS(SIGNAL, NOBODY), WAITS(JOIN, 2), WAITS(JOIN, 1) },
      .kind = "deadlock",
      .tid = 1,
      .n_cycle = 2,
      .cycle = { 1, 2 } },
    { .name = "a join and a lock",
      STUCK,
      .n = 2,
      .who = { WAITS(JOIN, 1), WAITS(LOCK, 0) },
      .kind = "deadlock",
      .n_cycle = 2,
      .cycle = { 0, 1 } },
    { .name = "a cycle goes before a lost wake-up",
      STUCK,
      .n = 3,
      .who = { WAITS(CONDITION, NOBODY), WAITS(JOIN, 2), WAITS(JOIN, 1) },
      .kind = "deadlock",
      .tid = 1,
      .n_cycle = 2,
      .cycle = { 1, 2 } },
    { .name = "the holder has ended",
      STUCK,
      .n = 2,
      .who = { WAITS(LOCK, 1), ENDED },
      .kind = "deadlock",
      .text = "every thread" },
    { .name = "a barrier that too few reach",
      STUCK,
      .n = 3,
      .who = { WAITS(JOIN, 1), WAITS(BARRIER, NOBODY), ENDED },
      .kind = "deadlock",
      .tid = 1 },
    { .name = "a semaphore that nobody posts",
      STUCK,
      .n = 2,
      .who = { WAITS(JOIN, 1), WAITS(SEMAPHORE, NOBODY) },
      .kind = "deadlock",
      .tid = 1 },
    { .name = "a futex may be anything",
      STUCK,
      .n = 2,
      .who = { WAITS(JOIN, 1), WAITS(FUTEX, NOBODY) },
      .kind = "deadlock",
      .tid = 1 },
    { .name = "a nested monitor",
      STUCK,
      .n = 3,
      .who = { WAITS(JOIN, 1), WAITS(CONDITION, NOBODY), WAITS(LOCK, 1) },
      .kind = "deadlock",
      .tid = 1 },

    { .name = "all wait for a condition",
      STUCK,
      .n = 2,
      .who = { WAITS(CONDITION, NOBODY), WAITS(CONDITION, NOBODY) },
      .kind = "lost-wakeup" },
    { .name = "one waits, one joins it, one has ended",
      STUCK,
      .n = 3,
      .who = { WAITS(JOIN, 2), ENDED, WAITS(CONDITION, NOBODY) },
      .kind = "lost-wakeup",
      .tid = 2 },
    { .name = "a semaphore beside the condition",
      STUCK,
      .n = 3,
      .who = { WAITS(JOIN, 1), WAITS(SEMAPHORE, NOBODY),
               WAITS(CONDITION, NOBODY) },
      .kind = "lost-wakeup",
      .tid = 2 },

    { .name = "a timed wait ends by itself",
      STUCK,
      .n = 2,
      .who = { WAITS(JOIN, 1), TIMED(CONDITION, NOBODY) } },
    { .name = "a timed lock leaves a cycle by itself",
      STUCK,
      .n = 3,
      .who = { WAITS(JOIN, 1), WAITS(LOCK, 2), TIMED(LOCK, 1) } },
    { .name = "a timed lock held by itself",
      STUCK,
      .n = 1,
      .who = { TIMED(LOCK, 0) } },
    { .name = "somebody can run",
      STUCK,
      .n = 3,
      .who = { WAITS(JOIN, 1), WAITS(CONDITION, NOBODY), READY } },
    { .name = "everybody has ended", STUCK, .n = 2, .who = { ENDED, ENDED } },

    { .name = "no effect in the later half",
      .moment = { .kind = RDL_AT_STEPS, .steps = 1000, .effect_step = 500 },
      .n = 3,
      .who = { WAITS(JOIN, 1), READY, SPINS },
      .kind = "livelock",
      .tid = 2,
      .text = "last 500 of 1000 steps" },
    { .name = "an effect in the later half: cut",
      .moment = { .kind = RDL_AT_STEPS, .steps = 1000, .effect_step = 501 },
      .n = 2,
      .who = { WAITS(JOIN, 1), SPINS } },
    { .name = "too few steps to accuse",
      .moment = { .kind = RDL_AT_STEPS, .steps = 99, .effect_step = 0 },
      .n = 2,
      .who = { WAITS(JOIN, 1), SPINS } },
    { .name = "just enough steps",
      .moment = { .kind = RDL_AT_STEPS, .steps = 100, .effect_step = 0 },
      .n = 2,
      .who = { WAITS(JOIN, 1), SPINS },
      .kind = "livelock",
      .tid = 1 },
    { .name = "an effect from the future is no quiet",
      .moment = { .kind = RDL_AT_STEPS, .steps = 1000, .effect_step = 1001 },
      .n = 1,
      .who = { SPINS } },

    { .name = "time-out",
      AT(TIMEOUT),
      .n = 2,
      .who = { WAITS(JOIN, 1), READY },
      .kind = "timeout" },

    { .name = "unlock of another's",
      MISUSE(RDL_UNLOCK_OTHERS),
      .n = 1,
      .who = { READY },
      .kind = "mutex-misuse",
      .text = "another thread" },
    { .name = "unlock of a free one",
      MISUSE(RDL_UNLOCK_FREE),
      .n = 1,
      .who = { READY },
      .kind = "mutex-misuse",
      .text = "nobody holds" },
    { .name = "destroy while busy",
      MISUSE(RDL_DESTROY_BUSY),
      .n = 1,
      .who = { READY },
      .kind = "mutex-misuse",
      .text = "destroyed while" },
    { .name = "use after destroy",
      MISUSE(RDL_USE_DESTROYED),
      .n = 1,
      .who = { READY },
      .kind = "mutex-misuse",
      .text = "after it was" },
    { .name = "two mutexes",
      MISUSE(RDL_COND_TWO_MUTEXES),
      .n = 1,
      .who = { READY },
      .kind = "mutex-misuse",
      .text = "two different" },
    { .name = "no misuse at all",
      MISUSE(RDL_MISUSE_NONE),
      .n = 1,
      .who = { READY } },
};

#define N_SITUATIONS (sizeof(situations) / sizeof(situations[0]))

#endif
