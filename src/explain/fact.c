/* fact.c - see fact.h. */
#include "explain/fact.h"

struct rdl_fact *rdl_fact_new(struct clues *out, enum rdl_fact_kind kind,
                              enum rdl_how how)
{
    struct rdl_fact *f = &out->facts[out->n_facts];

    if (out->n_facts == MADE_FACTS)
        return NULL;
    out->n_facts++;
    *f = (struct rdl_fact){ .kind = kind, .how = how, .turn = RDL_NO_TID };
    return f;
}

struct rdl_fact_step *rdl_fact_put(struct rdl_fact *f, enum rdl_role role,
                                   const struct rdl_history_act *a)
{
    struct rdl_fact_step *s = &f->steps[f->n_steps];

    if (a->e.pc == 0 || f->n_steps == RDL_FACT_STEPS)
        return NULL;
    f->n_steps++;
    *s = (struct rdl_fact_step){
        .role = role,
        .tid = a->e.tid,
        .op = a->e.op,
        .step = a->step,
        .pc = a->e.pc,
        .addr = a->e.addr,
        .called = a->e.value,
        .size = a->e.size,
        .flags = a->e.flags,
    };
    return s;
}

void rdl_fact_put_thread(struct rdl_fact *f, enum rdl_role role, rdl_tid tid)
{
    if (f->n_steps < RDL_FACT_STEPS)
        f->steps[f->n_steps++] = (struct rdl_fact_step){
            .role = role, .tid = tid, .op = RDL_NO_OP, .step = RDL_FACT_NO_STEP
        };
}
