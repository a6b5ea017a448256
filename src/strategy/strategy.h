/* strategy.h - the contract between the scheduler and a scheduling strategy.
 *
 * A strategy answers one question: of the threads that can take a step now,
 * which one does?  It sees nothing else of the scheduler.
 *
 * The scheduler promises:
 *   - `state` is zeroed before begin() and belongs to the strategy alone;
 *   - pick() is called with at least two enabled threads, by ascending tid (a
 *     forced step is not a decision and is not counted in `step`; only a
 *     strategy that is `forced` is asked about it, then with n_enabled 1);
 *   - pending[t] is the next event of every enabled thread t; a tid whose
 *     pending event is RDL_OP_START belongs to a new thread;
 *   - a thread that yields or spins is left out until another has stepped;
 *   - `aims` does not change during an execution; its program counters are
 *     those of this process, 0 for code that is not loaded;
 *   - no two calls overlap, so a strategy takes no locks.
 * A strategy promises:
 *   - pick() returns the tid of a member of `enabled`;
 *   - choose() returns less than `n`; 0 is the ordinary outcome;
 *   - it draws all randomness from `rng`, so equal seeds give equal schedules;
 *   - within an execution it remembers only `state`; what must last from one
 *     execution to the next is in `memory`, which is zeroed before the worker's
 *     first execution and then belongs to the strategy (if the process dies, an
 *     execution ends without end(), so `memory` must be usable at all times);
 *   - it uses no libc: it runs inside the target, between two of its
 *     instructions.
 *
 * To add one: write src/strategy/<name>.c, add STRATEGY(<name>) to list.h.
 * tests/unit/strategy_contract.c then checks these promises for it. */
#ifndef RDL_STRATEGY_STRATEGY_H
#define RDL_STRATEGY_STRATEGY_H

#include "base/event.h"
#include "base/guide.h"
#include "base/predicted.h"
#include "base/payload.h"
#include "base/rng.h"

#define RDL_MAX_DEPTH 32
#define RDL_STRATEGY_STATE 262144 /* largest state (contract test) */

/* raddle regress --capp: schedules are drawn, or searched in this order. */
enum rdl_capp_order { RDL_CAPP_DRAWN, RDL_CAPP_DEFAULT, RDL_CAPP_RANDOM };

struct rdl_run {
    struct rdl_rng *rng;
    void *memory;                         /* lasts; NULL if memory_size is 0 */
    const struct rdl_guide *guide;        /* NULL unless `metrics` */
    const struct rdl_payload_head *order; /* of calls; NULL: none */
    /* What the campaign predicts and wants to see; NULL: nothing.  A strategy
     * that takes one of them as the aim of its execution counts in it, and in
     * `current` and `arrived`: base/predicted.h. */
    struct rdl_aims *aims;
    uint64_t execution;      /* number of this execution in the campaign */
    uint64_t expected_steps; /* most decisions of an execution so far; >= 1 */
    unsigned depth;          /* --depth, 1..RDL_MAX_DEPTH */
    unsigned noise_percent;  /* --noise: share of operations to disturb */
    uint64_t noise_ns;       /* --noise-length: the longest sleep */
    /* --similarity and --similarity-length: vectors that are more similar are
     * skipped; with more than `length` probes the percentage is lower in
     * proportion. */
    unsigned similarity_percent, similarity_length;
    enum rdl_capp_order capp_order;
};

/* How an execution ended. */
struct rdl_ended {
    uint64_t decisions;
    bool found; /* it failed */
};

struct rdl_choice {
    struct rdl_rng *rng;
    void *memory;
    const struct rdl_guide *guide;
    const rdl_tid *enabled; /* ascending */
    size_t n_enabled;
    const struct rdl_event *pending; /* by tid */
    rdl_tid current;                 /* thread that took the previous step */
    uint64_t step;      /* decisions taken so far in this execution */
    uint64_t steps;     /* also forced ones; not accesses to private memory */
    uint64_t all_steps; /* those too: they are steps of `current` */
};

/* The choices of choose(), besides which thread steps.  The last two are 0
 * unless the execution is explored. */
enum rdl_choice_kind {
    RDL_CHOOSE_SPURIOUS, /* 1: this condition wait wakes without a signal */
    RDL_CHOOSE_WEAK,     /* 1: this weak operation fails spuriously */
    RDL_CHOOSE_WAITER,   /* which of n waiters a signal wakes */
    RDL_CHOOSE_TIME,     /* 1: time passes to the next deadline now */
    RDL_CHOOSE_MALLOC,   /* 1: this allocation fails (--fail-malloc) */
    RDL_CHOOSE_YIELD, /* 1: this thread may go on at once, though it yields */
    RDL_CHOOSE_SPIN,  /* the same of one that repeats its reads */
    RDL_CHOOSE_IDENTITY, /* 1: a thread does not get that of one that is gone */
    RDL_N_CHOICE_KINDS
};

struct rdl_strategy {
    const char *name;    /* as typed after --strategy= */
    const char *alias;   /* another name that users may type, or NULL; raddle
                            prints `name` */
    const char *summary; /* one line of --help */
    const char *metrics; /* of its guide, as for --metrics=; or NULL */
    const char *pairs;   /* whose pairs pairs_new() counts; or NULL */
    size_t state_size;
    size_t memory_size;
    /* It aims at what a change made possible (raddle regress), one class after
     * the other, or at all classes at once. */
    enum rdl_aims_at { RDL_AIMS_NOT, RDL_AIMS_IN_TURN, RDL_AIMS_TOGETHER } at;
    bool aims;   /* --guide may name other metrics than `metrics` */
    bool forced; /* pick() is called at forced steps too */
    bool narrow; /* it never runs some schedules: something that is possible may
                    stay uncovered however long it runs */
    unsigned confirms; /* kinds of predictions that it aims at, as a set of
                          1 << RDL_AIM_...: struct rdl_run */
    bool explores;     /* the runtime explores (runtime/explore) and asks pick()
                          only where it cannot */
    void (*begin)(void *state, const struct rdl_run *run);
    rdl_tid (*pick)(void *state, const struct rdl_choice *choice);
    /* NULL: rdl_strategy_choose below. */
    unsigned (*choose)(void *state, struct rdl_rng *rng,
                       enum rdl_choice_kind kind, unsigned n);
    /* Called after an execution; its coverage is complete.  Not called if the
     * process died.  Or NULL. */
    void (*end)(void *state, const struct rdl_run *run,
                const struct rdl_ended *ended);
    /* If not NULL, threads run freely and pick() is never called.  Before each
     * operation this returns how long the thread sleeps, in ns: 0 means not at
     * all, RDL_NOISE_YIELD that it yields.  Any thread may call it at any time:
     * `rng` is the caller's, `state` is read only. */
    uint64_t (*noise)(const void *state, struct rdl_rng *rng);
    /* For the summary: the number of schedules it skipped on purpose.  Or
     * NULL. */
    uint64_t (*skipped)(const void *memory);
    /* For results: the names of its rules, with NULL at the end, and how often
     * each has decided so far.  Or NULL. */
    const char *const *rules;
    const uint64_t *(*decided)(const void *memory);
};

#define RDL_NOISE_YIELD UINT64_MAX

/* The default: wakes a uniformly drawn waiter; unusual outcomes are rare. */
unsigned rdl_strategy_choose(void *state, struct rdl_rng *rng,
                             enum rdl_choice_kind kind, unsigned n);

/* For strategies that explore: where the runtime does not (reach.c). */
void rdl_strategy_explored_begin(void *state, const struct rdl_run *run);
rdl_tid rdl_strategy_explored_pick(void *state, const struct rdl_choice *c);
unsigned rdl_strategy_explored_choose(void *state, struct rdl_rng *rng,
                                      enum rdl_choice_kind kind, unsigned n);

enum {
#define STRATEGY(id) RDL_STRATEGY_ID_##id,
#include "strategy/list.h"
#undef STRATEGY
    RDL_N_STRATEGIES
};

const struct rdl_strategy *rdl_strategy_find(const char *name);
/* The i-th of list.h, NULL after the last. */
const struct rdl_strategy *rdl_strategy_at(size_t i);
/* The first that aims at predictions of that kind (enum rdl_aim_kind). */
const struct rdl_strategy *rdl_strategy_confirming(unsigned kind);
/* Its index in list.h. */
size_t rdl_strategy_index(const struct rdl_strategy *strategy);
/* Strategies have their memory one behind the other, each in pages of its own.
 * Where that of `strategy` begins; for NULL, how many bytes all need. */
size_t rdl_strategy_memory_at(const struct rdl_strategy *strategy);

#endif
