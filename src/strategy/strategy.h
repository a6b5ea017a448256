/* strategy.h - the contract between the engine and a scheduling strategy.
 *
 * A strategy answers one question: of the threads that can take a step now,
 * which one does?  It sees nothing else of the engine.
 *
 * The engine promises:
 *   - `state` is zeroed before begin() and belongs to the strategy alone;
 *   - pick() is called with at least two enabled threads, by ascending tid
 *     (a forced step is no decision and is not counted in `step`; only a
 *     strategy that is `forced` is asked all the same);
 *   - pending[t] is the next event of every enabled thread t; a tid whose
 *     pending event is RDL_OP_START belongs to a new thread;
 *   - a thread that yields or spins is left out until another has stepped;
 *   - no two calls overlap, so a strategy takes no locks.
 * A strategy promises:
 *   - pick() returns the tid of a member of `enabled`;
 *   - choose() returns less than `n`; 0 is what ordinarily happens;
 *   - it draws all randomness from `rng`, so equal seeds give equal schedules;
 *   - within an execution it remembers only `state`; what must last from one
 *     to the next is in `memory`, zeroed before the worker's first execution
 *     and its own from then on (an execution may end without end() when the
 *     process dies: what stands there must always be usable);
 *   - no libc: it runs inside the target, between two of its instructions.
 *
 * To add one: write src/strategy/<name>.c, add STRATEGY(<name>) to list.h.
 * tests/unit/strategy_contract.c then checks these promises for it.
 */
#ifndef RDL_STRATEGY_STRATEGY_H
#define RDL_STRATEGY_STRATEGY_H

#include "base/event.h"
#include "base/guide.h"
#include "base/rng.h"

#define RDL_MAX_DEPTH 32
#define RDL_STRATEGY_STATE 262144   /* no state is larger (contract test) */
#define RDL_STRATEGY_MEMORY 4194304 /* nor any memory; sparse */

struct rdl_run {
    struct rdl_rng *rng;
    void *memory;                  /* lasts; NULL unless memory_size */
    const struct rdl_guide *guide; /* NULL unless `metrics` */
    uint64_t execution;      /* number of this execution in the campaign */
    uint64_t expected_steps; /* most decisions of an execution so far; >= 1 */
    unsigned depth;          /* --depth, 1..RDL_MAX_DEPTH */
    unsigned noise_percent;  /* --noise: how often before an operation */
    uint64_t noise_ns;       /* --noise-length: sleeps last at most so long */
};

/* How an execution ended. */
struct rdl_ended {
    uint64_t decisions;
    bool found; /* a failure */
};

struct rdl_choice {
    struct rdl_rng *rng;
    void *memory;
    const struct rdl_guide *guide;
    const rdl_tid *enabled; /* ascending */
    size_t n_enabled;
    const struct rdl_event *pending; /* by tid */
    rdl_tid current;                 /* thread that took the previous step */
    uint64_t step;  /* decisions taken so far in this execution */
    uint64_t steps; /* the forced ones too; not accesses of private memory */
    uint64_t all_steps; /* those too; asked by nobody, they are `current`'s */
};

/* What choose() is asked, beside which thread steps. */
enum rdl_choice_kind {
    RDL_CHOOSE_SPURIOUS, /* 1: this condition wait wakes without a signal */
    RDL_CHOOSE_WEAK,     /* 1: this weak operation fails without reason */
    RDL_CHOOSE_WAITER,   /* which of n waiters a signal wakes */
    RDL_CHOOSE_TIME,     /* 1: time passes to the next deadline now */
    RDL_CHOOSE_MALLOC,   /* 1: this allocation fails (--fail-malloc) */
    RDL_N_CHOICE_KINDS
};

struct rdl_strategy {
    const char *name;    /* as typed after --strategy= */
    const char *alias;   /* another name that users may type, or NULL; raddle
                            prints `name` */
    const char *summary; /* one line of --help */
    const char *metrics; /* its guide's, as typed after --metrics=; or NULL */
    const char *pairs;   /* the pairs of pairs_new(); or NULL */
    size_t state_size;
    size_t memory_size;
    bool forced; /* pick() is called at forced steps too */
    void (*begin)(void *state, const struct rdl_run *run);
    rdl_tid (*pick)(void *state, const struct rdl_choice *choice);
    /* NULL: rdl_strategy_choose below. */
    unsigned (*choose)(void *state, struct rdl_rng *rng,
                       enum rdl_choice_kind kind, unsigned n);
    /* The execution is over; its coverage is complete.  Not called if the
     * process died.  Or NULL. */
    void (*end)(void *state, const struct rdl_run *run,
                const struct rdl_ended *ended);
    /* Not NULL: threads run free, pick() is never called, and before each
     * operation this says how long the thread is to sleep, in ns: 0 not at
     * all, RDL_NOISE_YIELD that it yields.  Of any thread at any time: `rng` is
     * the caller's, `state` is read only. */
    uint64_t (*noise)(const void *state, struct rdl_rng *rng);
    /* For the summary: schedules that it left out on purpose.  Or NULL. */
    uint64_t (*skipped)(const void *memory);
};

#define RDL_NOISE_YIELD UINT64_MAX

/* The usual answers: a waiter uniformly, the rare things rarely. */
unsigned rdl_strategy_choose(void *state, struct rdl_rng *rng,
                             enum rdl_choice_kind kind, unsigned n);

enum {
#define STRATEGY(id) RDL_STRATEGY_ID_##id,
#include "strategy/list.h"
#undef STRATEGY
    RDL_N_STRATEGIES
};

const struct rdl_strategy *rdl_strategy_find(const char *name);
/* The i-th of list.h, NULL behind the last. */
const struct rdl_strategy *rdl_strategy_at(size_t i);
/* Its place there. */
size_t rdl_strategy_index(const struct rdl_strategy *strategy);

#endif
