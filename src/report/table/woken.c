/* woken.c - by whom a thread was woken: see internal.h. */
#include "base/woken.h"
#include "report/table/internal.h"

/* The thread that took that step. */
static rdl_tid woken_taker(const struct rdl_table *t, uint64_t step)
{
    size_t from = 0, to = t->n_acts;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (t->acts[middle].step < step)
            from = middle + 1;
        else
            to = middle;
    }
    return from < t->n_acts && t->acts[from].step == step ? t->acts[from].e.tid
                                                          : RDL_NO_TID;
}

static enum table_woken woken_alone(uint64_t how)
{
    switch (how) {
    case RDL_WOKEN_BY_TIME:
        return TABLE_WOKEN_BY_TIME;
    case RDL_WOKEN_BY_CANCEL:
        return TABLE_WOKEN_BY_CANCEL;
    case RDL_WOKEN_BY_NOBODY:
        return TABLE_WOKEN_BY_NOBODY;
    default:
        return TABLE_NOT_WOKEN;
    }
}

enum table_woken rdl_table_woken(const struct rdl_table *t,
                                 const struct table_act *a, rdl_tid *by)
{
    *by = RDL_NO_TID;
    for (size_t i = a->first; i < a->first + a->n; i++) {
        const struct rdl_event *e = &t->more[i];

        if (e->op == RDL_OP_WAKE && e->tid == a->e.tid &&
            e->value != RDL_WOKEN_BY_THREAD)
            return woken_alone(e->value);
    }
    if (a->e.op != RDL_OP_WAKE)
        return TABLE_NOT_WOKEN;
    for (size_t i = a->first; i > 0; i--) {
        const struct rdl_event *e = &t->more[i - 1];

        if (e->tid != a->e.tid)
            continue;
        if (e->op == RDL_OP_WAIT)
            return TABLE_NOT_WOKEN;
        if (e->op != RDL_OP_WAKE)
            continue;
        *by = woken_taker(t, e->pc);
        return *by != RDL_NO_TID ? TABLE_WOKEN_BY_THREAD : TABLE_NOT_WOKEN;
    }
    return TABLE_NOT_WOKEN;
}
