/* closure.h - which events of an execution can be pending at the same time in
 * another execution that the first one stands for.
 *
 * Such a *sync-preserving* reordering has a beginning of each thread's events;
 * each read sees the same write; and critical sections of one lock come in the
 * same order as before.  Sections may be left out, as long as no later one of
 * that lock is there.  The events that must be in it are a closure: those that
 * come before in program order or by what was read, and the release of every
 * section but the latest of its lock.  Executed in their old order they are
 * such a reordering (Mathur, Pavlogiannis and Viswanathan, "Optimal prediction
 * of synchronization-preserving races", POPL 2021).
 *
 * A pattern is a list of candidates for each of several threads.  The closure
 * only grows along the lists, so find() is linear in the length of the
 * execution (Tunc, Mathur, Pavlogiannis and Viswanathan, "Sound dynamic
 * deadlock prediction in linear time", PLDI 2023: abstract deadlock patterns).
 *
 * Unlike the papers:
 *   - races are found as patterns too, of two lists; POPL 2021 asks for each
 *     access whether an earlier one races with it;
 *   - sections of two readers of a lock are in no order. */
#ifndef RDL_REORDER_CLOSURE_H
#define RDL_REORDER_CLOSURE_H

#include "reorder/sequence.h"

enum rdl_reorder_stand {                     /* where a thread should stand */
                         RDL_REORDER_BEFORE, /* it is about to do the event,
                                                whatever it reads */
                         RDL_REORDER_READY,  /* and nothing but a lock keeps it
                                                from that */
                         RDL_REORDER_BEHIND, /* it has done the event */
};

struct rdl_reorder_list { /* events of one thread, ascending */
    size_t n;
    const uint32_t *events; /* borrowed */
    enum rdl_reorder_stand stand;
};

struct rdl_closure { /* owns its arrays */
    const struct rdl_reorder *r;
    uint32_t *cut; /* so many events of each thread are in it */
    uint64_t work; /* so far, in steps that take constant time */
    struct rdl_closure_thread *threads;
    struct rdl_closure_lock *locks;
    uint32_t *queue;
    size_t n_queue;
    uint64_t pattern; /* number of the current one */
    bool impossible;
};

void rdl_closure_make(struct rdl_closure *c, const struct rdl_reorder *r);
void rdl_closure_free(struct rdl_closure *c);

/* Finds one event in each of the lists, so that all their threads can stand
 * there at the same time.  The first such ones; at[i] is the index in list i.
 * `cut` is then the reordering. */
bool rdl_closure_find(struct rdl_closure *c,
                      const struct rdl_reorder_list *lists, size_t n,
                      size_t *at);

#endif
