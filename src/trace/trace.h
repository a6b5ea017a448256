/* trace.h - one observed execution (RDL_CFG_TRACE) as an owned value: what each
 * step did, what happened in its course, and how the execution ended.
 *
 * The shared memory that a trace is taken from belongs to the target, and the
 * target may have written anywhere in it.  A trace holds only valid data: every
 * operator, thread, kind and step number in it is in range, so that its users
 * need not check again.
 *
 * Questions about a trace are in separate files: locks.h (who holds what),
 * order.h (what happens before what), wakeups.h (who woke whom), conflict.h
 * (whose order matters) and reads_from.h (which write a read saw).  Each builds
 * an index of the trace at the first question, in time linear in the length of
 * the trace; the trace owns the indexes. */
#ifndef RDL_TRACE_TRACE_H
#define RDL_TRACE_TRACE_H

#include "base/extra.h"
#include "base/shared.h"

#include <stdbool.h>
#include <stddef.h>

/* Not a step number. */
#define RDL_NO_STEP SIZE_MAX

struct rdl_trace_locks;
struct rdl_trace_order;
struct rdl_trace_wakeups;
struct rdl_trace_reads;

struct rdl_trace { /* owns all of it */
    size_t n_steps;
    /* By number.  `tid` is the thread that took the step.  If a step makes
     * descriptors, its `size` is the number of the system call. */
    struct rdl_event *steps;
    size_t n_extras;
    struct rdl_extra *extras; /* by ascending step */
    /* N_steps + 1 numbers: the extras of a step are first[step] to first[step +
     * 1] - 1. */
    size_t *first;
    size_t n_threads; /* one more than the highest number of a thread */
    size_t n_switches;
    struct rdl_switch *switches; /* from .step on, .tid runs */
    size_t n_modules, n_labels;
    struct rdl_module *modules;
    struct rdl_label *labels;
    /* Never NULL; if it has no kind, there is no finding. */
    struct rdl_finding *finding;
    struct rdl_outcome outcome;
    char *output; /* what the program wrote, if the owner sets it; or NULL */
    /* Built at the first question, each by the file of that name. */
    struct rdl_trace_index {
        struct rdl_trace_locks *locks;
        struct rdl_trace_order *order;
        struct rdl_trace_wakeups *wakeups;
        struct rdl_trace_reads *reads;
    } * index;
};

/* Copies the execution that the memory holds; call it after
 * rdl_shared_map_settle().  False if it was not observed or has no step; the
 * trace then has everything but steps. */
bool rdl_trace_take(struct rdl_trace *t, const struct rdl_shared *shared);
/* Makes a trace of copies of these steps and extras alone.  It leaves out an
 * invalid extra and turns an invalid step into a fence. */
void rdl_trace_make(struct rdl_trace *t, const struct rdl_event *steps,
                    size_t n_steps, const struct rdl_extra *extras,
                    size_t n_extras);
/* Leaves an empty trace; a zeroed one may be freed too. */
void rdl_trace_free(struct rdl_trace *t);

/* The first extra of that kind in the course of the step, or NULL. */
const struct rdl_extra *rdl_trace_extra(const struct rdl_trace *t, size_t step,
                                        enum rdl_extra_kind kind);

/* Loops over the extras of a step. */
#define RDL_TRACE_EXTRAS_OF(t, step, x)                                        \
    for (const struct rdl_extra *x = (t)->extras + (t)->first[step],           \
                                *x##_end = (t)->extras + (t)->first[step + 1]; \
         x < x##_end; x++)

#endif
