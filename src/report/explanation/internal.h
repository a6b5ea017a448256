/* internal.h - what the parts of labelling share. */
#ifndef RDL_REPORT_EXPLANATION_INTERNAL_H
#define RDL_REPORT_EXPLANATION_INTERNAL_H

#include "explain/facts/explanation.h"
#include "report/table/internal.h"

/* tests.c: finds the test for the role TEST, or removes that step. */
void rdl_explanation_test(struct rdl_table *t, struct rdl_fact *f);

/* The step as an event; its `value` is the pc of its function's call. */
static inline struct rdl_event explanation_event(const struct rdl_fact_step *s)
{
    return (struct rdl_event){
        .pc = s->pc,
        .addr = s->addr,
        .value = s->called,
        .size = s->size,
        .tid = s->tid,
        .op = s->op,
        .flags = s->flags,
    };
}

#endif
