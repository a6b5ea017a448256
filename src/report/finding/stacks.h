/* stacks.h - the threads that are part of a finding and their call stacks:
 * first the one that it is about, then the origin of its heap block, then the
 * other threads. */
#ifndef RDL_REPORT_FINDING_STACKS_H
#define RDL_REPORT_FINDING_STACKS_H

#include "base/finding.h"
#include "symbols/symbol.h"

struct rdl_finding_stack { /* valid during the call */
    rdl_tid tid;           /* the first of several; RDL_NO_TID: no thread */
    const rdl_tid *tids;   /* all that do the same; none for a block */
    size_t n_tids;
    const char *who;   /* "thread 1" */
    const char *title; /* "thread 1: waits for mutex a" */
    const char *held;  /* "held by thread 2, taken at ..."; or "" */
    bool in_cycle;     /* the cycle shows what `held` says */
    const struct rdl_place *frames;
    size_t n;
};

/* Threads that do the same in the same place are one stack. */
void rdl_finding_stacks(struct rdl_symbols *symbols,
                        const struct rdl_finding *finding,
                        void (*each)(void *data,
                                     const struct rdl_finding_stack *stack),
                        void *data);

/* The number of threads that wait for each other in a cycle; 0: there is no
 * cycle. */
size_t rdl_finding_cycle(const struct rdl_finding *finding);
/* The innermost place of the program itself. */
char *rdl_finding_at(struct rdl_symbols *symbols, uintptr_t pc, char *out,
                     size_t size);

#endif
