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

/* Why no claim of completeness is possible any more. */
enum rdl_explore_trouble {
    RDL_EXPLORE_FINE,
    RDL_EXPLORE_MEMORY,     /* the tree or the execution is too large */
    RDL_EXPLORE_PREDICTION, /* a step was not what the tree says */
};

struct rdl_explore_counts {
    uint64_t executions;
    uint64_t races;
    uint64_t abandoned; /* all that could step was covered already */
    uint64_t wrong;     /* predictions */
    uint64_t nodes_most;
};

struct rdl_explore;

/* NULL: the memory is too small for executions of `steps` steps. */
struct rdl_explore *rdl_explore_open(void *memory, size_t size, uint32_t steps);
/* The one that was opened there, perhaps in another process at another
 * address. */
struct rdl_explore *rdl_explore_attach(void *memory, size_t size,
                                       uint32_t steps);

void rdl_explore_begin(struct rdl_explore *x);
/* Which of `can` (ascending) steps next; `current` took the step before.
 * RDL_EXPLORE_NOBODY: the rest of this execution is covered by others. */
rdl_tid rdl_explore_pick(struct rdl_explore *x, const rdl_tid *can, size_t n,
                         rdl_tid current);
/* Which of n outcomes the picked step has.  objects[i]: the object of the
 * step's chosen touch if the outcome is i; or NULL. */
unsigned rdl_explore_choose(struct rdl_explore *x, unsigned n,
                            const uint64_t *objects);
void rdl_explore_step(struct rdl_explore *x, const struct rdl_step *step);
/* The execution is over; `waiting` are the steps of threads that never could
 * take theirs.  False: there is nothing left to explore. */
bool rdl_explore_end(struct rdl_explore *x, const struct rdl_step *waiting,
                     size_t n);

/* How many steps the thread has taken in this execution. */
uint32_t rdl_explore_own(const struct rdl_explore *x, rdl_tid tid);
enum rdl_explore_trouble rdl_explore_trouble(const struct rdl_explore *x);
struct rdl_explore_counts rdl_explore_counts(const struct rdl_explore *x);
/* Equal for two executions if and only if (but for collisions) they are the
 * same trace. */
uint64_t rdl_explore_fingerprint(const struct rdl_explore *x);

#endif
