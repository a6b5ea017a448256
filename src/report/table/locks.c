/* locks.c - who holds what: see internal.h. */
#include "report/table/internal.h"

#include "util/die.h"

#include <string.h>

static void locks_drop(struct table_locks *l, uintptr_t lock, rdl_tid tid)
{
    for (size_t i = l->n; i > 0; i--) {
        if (l->all[i - 1].lock != lock || l->all[i - 1].tid != tid)
            continue;
        memmove(&l->all[i - 1], &l->all[i], (l->n - i) * sizeof(*l->all));
        l->n--;
        return;
    }
}

void rdl_table_locks_act(struct table_locks *l, const struct rdl_table *t,
                         const struct table_act *a)
{
    if (table_behind((enum rdl_op)a->e.op))
        return; /* its step has done it */
    for (size_t i = a->first; i < a->first + a->n; i++) {
        const struct rdl_event *e = &t->more[i];

        if (e->op == RDL_OP_UNLOCK)
            locks_drop(l, e->addr, e->tid);
        if (e->op != RDL_OP_HOLD)
            continue;
        if (l->n == l->room) {
            l->room = l->room * 2 + 8;
            l->all = rdl_grow(l->all, l->room * sizeof(*l->all));
        }
        l->all[l->n++] = (struct table_lock){ .lock = e->addr, .tid = e->tid };
    }
}

rdl_tid rdl_table_holder(const struct table_locks *l, uintptr_t lock)
{
    for (size_t i = 0; i < l->n; i++) {
        if (l->all[i].lock == lock)
            return l->all[i].tid;
    }
    return RDL_NO_TID;
}

void rdl_table_locks_free(struct table_locks *l)
{
    free(l->all);
}
