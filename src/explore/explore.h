/* explore.h - every trace of a program once: optimal dynamic partial order
 * reduction with wakeup trees (Abdulla, Aronis, Jonsson, Sagonas: POPL 2014,
 * JACM 2017), with rules of ours for steps that wait and for steps with several
 * outcomes (docs/prove.md).
 *
 * An execution is a sequence of steps.  Exploration says which thread takes the
 * next one, learns what the step touched, and at the end finds the races: pairs
 * of steps that could have come the other way round.  A tree keeps what each
 * reversed race leads to; the next execution follows its leftmost branch.
 *
 * The caller promises:
 *   - pick() gets exactly the threads whose next step is possible;
 *   - after a pick the thread takes one step, and step() receives it; if the
 *     step has several outcomes, the caller asks choose() which one, once;
 *   - the same picks give the same steps: nothing else decides.
 * Uses no libc but memory functions, and no memory but what it is given. */
#ifndef RDL_EXPLORE_EXPLORE_H
#define RDL_EXPLORE_EXPLORE_H

#include "explore/step.h"

#define RDL_EXPLORE_THREADS 64
#define RDL_EXPLORE_NOBODY UINT16_MAX
#define RDL_EXPLORE_STEPS                                                      \
    16384 /* most of an execution, given enough memory                         \
           */

/* What limits an exploration. */
enum rdl_explore_bound {
    RDL_BOUND_NONE,        /* nothing: every trace once */
    RDL_BOUND_PREEMPTIONS, /* of an execution: switches away from a thread that
                              could go on; those of main do not count */
    RDL_BOUND_DELAYS,      /* of an execution: how often the thread whose turn
                              it is is passed over */
    RDL_BOUND_SCHEDULES,   /* nothing, but every schedule runs */
    RDL_BOUND_WALKS,       /* nothing: schedules are drawn, and that does not
                              end; `most` is the seed */
};

/* Why no claim of completeness is possible any more. */
enum rdl_explore_trouble {
    RDL_EXPLORE_FINE,
    RDL_EXPLORE_MEMORY,     /* the tree or the execution is too large */
    RDL_EXPLORE_PREDICTION, /* a step was not what the tree says */
    RDL_EXPLORE_UNKNOWN,    /* whether a step was possible earlier */
};

struct rdl_explore_counts {
    uint64_t executions;
    uint64_t races;
    uint64_t abandoned; /* all that could step was covered already */
    uint64_t wrong;     /* predictions */
    uint64_t nodes_most;
    uint64_t memory, used;      /* bytes; the most that was used at a time */
    uint64_t traces, schedules; /* of a search with a bound */
    bool lean; /* the trees were too large: source sets have taken over */
};

struct rdl_explore;

/* The longest execution that this memory has room for. */
uint32_t rdl_explore_steps(size_t size);
/* `most`: of what the bound counts.  The memory is zeroed, or was opened before
 * with the same size and bound.  NULL: it is too small. */
struct rdl_explore *rdl_explore_open(void *memory, size_t size,
                                     enum rdl_explore_bound bound,
                                     uint32_t most);
/* The one that was opened there, perhaps in another process at another
 * address. */
struct rdl_explore *rdl_explore_attach(void *memory, size_t size,
                                       enum rdl_explore_bound bound);

void rdl_explore_begin(struct rdl_explore *x);
/* Which of `can` (ascending) steps next; `current` took the step before.
 * RDL_EXPLORE_NOBODY: the rest of this execution is covered by others. */
rdl_tid rdl_explore_pick(struct rdl_explore *x, const rdl_tid *can, size_t n,
                         rdl_tid current);
/* Who is picked next if this execution still follows the one before, whoever
 * else can step; RDL_EXPLORE_NOBODY: it does not. */
rdl_tid rdl_explore_follows(const struct rdl_explore *x);
/* Which of n outcomes the picked step has.  wakes[i]: the threads that the step
 * wakes if the outcome is i; or NULL. */
unsigned rdl_explore_choose(struct rdl_explore *x, unsigned n,
                            const uint64_t *wakes);
/* The picked step has another outcome, the i-th (from 1 on), beside those that
 * are known: has it that one?  All of a step come this way, or by choose(). */
bool rdl_explore_outcome(struct rdl_explore *x, unsigned i);
/* Has the picked step several outcomes, by choose()? */
bool rdl_explore_chosen(const struct rdl_explore *x);
/* Sets what the step does not know: own, the alternatives. */
void rdl_explore_step(struct rdl_explore *x, struct rdl_step *s);
/* The execution is over; `waiting` are the steps of threads that never could
 * take theirs.  False: there is nothing left to explore. */
bool rdl_explore_end(struct rdl_explore *x, const struct rdl_step *waiting,
                     size_t n);
/* Was the execution that has ended the first of its trace? */
bool rdl_explore_fresh(const struct rdl_explore *x);
/* The bound that the latest execution was within; it grows from 0. */
uint32_t rdl_explore_level(const struct rdl_explore *x);

/* How many steps this execution has so far, and how many of the latest one the
 * next one begins with. */
uint32_t rdl_explore_length(const struct rdl_explore *x);
uint32_t rdl_explore_kept(const struct rdl_explore *x);
/* How many steps the thread has taken in this execution. */
uint32_t rdl_explore_own(const struct rdl_explore *x, rdl_tid tid);
/* Nodes of the trees. */
uint32_t rdl_explore_nodes(const struct rdl_explore *x);
enum rdl_explore_trouble rdl_explore_trouble(const struct rdl_explore *x);
struct rdl_explore_counts rdl_explore_counts(const struct rdl_explore *x);
/* Equal for two executions if and only if (but for collisions) they are the
 * same trace. */
uint64_t rdl_explore_fingerprint(const struct rdl_explore *x);

#endif
