/* syn.h - a recorded execution as a SYN-sequence: the events of its threads at
 * shared variables and synchronisation objects, with the version of each
 * object, their partial order, and the race variants.
 *
 * After Hwang, Tai, Huang: Reachability testing (1995), and Chou, Tai, Huang et
 * al.: an event is R(U,V,L,C,T) or W(U,V,L,C).  U is the variable, V its
 * version, L the place, C the value, T the local variable that receives it.
 * Unlike there,
 *   - variables are bytes: V is how often the most written byte of U has been
 *     written since the program made its first thread; what main does before
 *     that gives initial values, and has no events;
 *   - locks, conditions, semaphores, barriers and once controls are objects
 *     too; an operation that changes one is W, one that fails is R;
 *   - T is not known;
 *   - race variants are those of explore/explore.h. */
#ifndef RDL_SYN_SYN_H
#define RDL_SYN_SYN_H

#include "trace/trace.h"

struct rdl_syn_event {
    size_t step;  /* of the trace */
    uint32_t own; /* steps of its thread up to it and with it, if no call of a
                     lock had to wait */
    rdl_tid tid;
    /* It is R or W; otherwise it makes or joins a thread, or goes on after a
     * wait, and only orders others. */
    bool shown;
    bool writes, valued;
    uint8_t op; /* enum rdl_op */
    uintptr_t addr;
    uint32_t size;
    uint64_t version, value;
};

struct rdl_syn_variant {
    /* Indexes of events: `second`, which came later, comes before `first`. */
    size_t first, second;
    size_t n;
    size_t *events; /* to follow, in this order; then it goes on freely */
};

struct rdl_syn_edge { /* of the partial order, between threads */
    size_t from, to;
};

struct rdl_syn { /* owns its arrays */
    size_t n;
    struct rdl_syn_event *events; /* in the order of the execution */
    size_t n_edges;
    struct rdl_syn_edge *edges;
    size_t n_variants;
    struct rdl_syn_variant *variants;
    const char *unknown;   /* why there are no variants; NULL: all are there */
    const char *operation; /* the operator that is the reason; or NULL */
};

/* Threads of the trace have numbers (trace/numbers.h). */
void rdl_syn_make(struct rdl_syn *s, const struct rdl_trace *t);
void rdl_syn_free(struct rdl_syn *s);

#endif
