/* fold.c - folds what repeats, and long turns: see internal.h. */
#include "report/table/internal.h"

#include "base/hash.h"
#include "report/table/periods.h"
#include "util/alloc.h"
#include "util/append.h"

#include <string.h>

#define TURN_ROWS 10 /* limit for one thread without a switch */
#define TURN_ENDS 3  /* acts kept at either end of a longer one */
#define LEAST 3      /* acts that repeat; fewer are shown */
#define BEFORE 64    /* acts that "like these" looks at */

/* Shows how the threads whose acts matter were created. */
static void fold_show_births(struct rdl_table *t)
{
    for (size_t i = 0; i < t->n_acts; i++) {
        struct table_act *a = &t->acts[i];

        if ((a->e.op == RDL_OP_CREATE || a->e.op == RDL_OP_JOIN) &&
            t->threads[a->e.tid].shown > 0)
            a->shown = true;
    }
}

/* --- What repeats -----------------------------------------------------------
 */

/* Acts with equal keys are the same step of a loop, with any value.  What the
 * explanation names is like nothing else, nor is a preemption. */
static uint64_t fold_key(const struct table_act *a, size_t at)
{
    uint64_t key = rdl_mix(a->e.pc, a->e.addr);

    key =
        rdl_mix(key, (uint64_t)a->e.tid << 32 | (uint64_t)a->e.op << 16 |
                         (uint64_t)a->end << 8 | (a->e.flags & RDL_EV_FAILED));
    return a->named || a->preempted ? rdl_mix(key, at + 1) : key;
}

static bool fold_same_value(const struct table_act *a,
                            const struct table_act *b)
{
    const bool known = (a->e.flags & b->e.flags & RDL_EV_VALUE) != 0;

    /* Each creates another thread. */
    return a->e.op != RDL_OP_CREATE && (!known || a->e.value == b->e.value) &&
           (!(a->has_after && b->has_after) || a->after == b->after);
}

/* Is the last instance the first one over again? */
static bool fold_same_values(const struct rdl_table *t, const size_t *acts,
                             const struct rdl_period_run *run)
{
    const size_t n = run->second - run->from;

    if (run->to - run->last != n)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!fold_same_value(&t->acts[acts[run->from + i]],
                             &t->acts[acts[run->last + i]]))
            return false;
    }
    return true;
}

/* Shows the first instance and, if its values differ, the last. */
static void fold_run(struct rdl_table *t, const size_t *acts,
                     const struct rdl_period_run *run)
{
    const bool all = fold_same_values(t, acts, run);
    const size_t to = all ? run->to : run->last;

    const size_t times = run->times - (all ? 1 : 2);

    /* In an instance that is not shown itself, or too little to fold. */
    if (!t->acts[acts[run->from]].shown || times < 2 ||
        to - run->second < LEAST)
        return;
    for (size_t i = run->second; i < to; i++) {
        t->acts[acts[i]].again = true;
        t->acts[acts[i]].shown = false;
    }
    t->acts[acts[run->second]].times = times;
    t->acts[acts[run->second]].period = run->second - run->from;
    t->acts[acts[run->second]].steps = to - run->second;
}

static void fold_periods(struct rdl_table *t)
{
    size_t *acts = rdl_alloc((t->n_acts + 1) * sizeof(*acts)), n = 0;
    uint64_t *keys = rdl_alloc((t->n_acts + 1) * sizeof(*keys));
    struct rdl_periods periods = { 0 };

    for (size_t i = 0; i < t->n_acts; i++) {
        if (!t->acts[i].shown)
            continue;
        acts[n] = i;
        keys[n++] = fold_key(&t->acts[i], i);
    }
    rdl_periods_find(&periods, keys, n);
    for (size_t i = 0; i < periods.n; i++)
        fold_run(t, acts, &periods.all[i]);
    rdl_periods_free(&periods);
    free(acts);
    free(keys);
}

/* --- Long turns -------------------------------------------------------------
 */

/* Where the latest rows begin, which are shown whole. */
static size_t fold_latest(struct rdl_table *t)
{
    const struct table_act *later = NULL;
    size_t rows = 0, i = t->n_acts;

    for (; i > 0; i--) {
        const struct table_act *a = &t->acts[i - 1];

        if (!a->shown)
            continue;
        rows += later == NULL || !rdl_table_same_row(t, a, later);
        if (rows > TABLE_LATEST)
            break;
        later = a;
    }
    return i;
}

/* Of the acts from..to, all of one thread without a switch, keeps the rows at
 * both ends, what others overtook, and what pin.c marks. */
static void fold_turn(struct rdl_table *t, size_t from, size_t to, size_t rows)
{
    const struct table_act *before = NULL;
    struct table_act *alone = NULL;
    size_t row = 0;

    if (rows <= TURN_ROWS)
        return;
    for (size_t i = from; i <= to; i++) {
        struct table_act *a = &t->acts[i];

        if (!a->shown)
            continue;
        row += before != NULL && !rdl_table_same_row(t, before, a);
        before = a;
        a->folded = row >= TURN_ENDS && row + TURN_ENDS < rows &&
                    !a->overtaken && !a->stays;
    }
    for (size_t i = from, n = 0; i <= to; i++) {
        if (t->acts[i].folded)
            alone = n++ == 0 ? &t->acts[i] : NULL;
        if (i < to && (!t->acts[i].shown || t->acts[i].folded))
            continue;
        /* A line about one left-out act takes as much room as the act. */
        if (alone != NULL)
            alone->folded = false;
        alone = NULL;
        n = 0;
    }
    for (size_t i = from; i <= to; i++)
        t->acts[i].shown &= !t->acts[i].folded;
}

static void fold_turns(struct rdl_table *t)
{
    const size_t latest = fold_latest(t);
    const struct table_act *before = NULL;
    size_t from = 0, rows = 0, last = 0;

    for (size_t i = 0; i < latest; i++) {
        const struct table_act *a = &t->acts[i];

        /* A line about what repeats ends a turn too. */
        if (a->times > 0 ||
            (a->shown && before != NULL && before->e.tid != a->e.tid)) {
            fold_turn(t, from, last, rows);
            from = i;
            rows = 0;
        }
        if (!a->shown)
            continue;
        rows += rows == 0 || !rdl_table_same_row(t, before, a);
        before = a;
        last = i;
    }
    fold_turn(t, from, last, rows);
}

void rdl_table_fold(struct rdl_table *t)
{
    fold_show_births(t);
    fold_periods(t);
    fold_turns(t);
    rdl_table_count(t);
}

/* --- The line for what was folded ------------------------------------------
 */

static const char *fold_word(enum rdl_op op)
{
    if (rdl_op_accesses(op))
        return rdl_op_reads_only(op) ? "read"
               : rdl_op_reads(op)    ? "update"
                                     : "write";
    switch (op) {
    case RDL_OP_LOCK:
    case RDL_OP_HOLD:
        return "lock";
    case RDL_OP_SIGNAL:
        return "signal";
    case RDL_OP_BROADCAST:
        return "broadcast";
    default:
        return rdl_op_name(op);
    }
}

/* Words, each once. */
struct fold_words {
    size_t n;
    const char *all[RDL_N_OPS];
};

/* False: it was there already. */
static bool fold_add(struct fold_words *f, const char *word)
{
    for (size_t i = 0; i < f->n; i++) {
        if (strcmp(f->all[i], word) == 0)
            return false;
    }
    f->all[f->n++] = word;
    return true;
}

char *rdl_table_folded(const struct rdl_table *t, size_t from, size_t to,
                       char *out, size_t size)
{
    struct rdl_append w = { .out = out, .size = size };
    const rdl_tid tid = t->acts[from].e.tid;
    struct fold_words before = { 0 }, folded = { 0 };
    size_t n = 0, known;

    out[0] = '\0';
    for (size_t i = from;
         i > 0 && from - i < BEFORE && t->acts[i - 1].e.tid == tid; i--) {
        if (t->acts[i - 1].shown)
            fold_add(&before, fold_word((enum rdl_op)t->acts[i - 1].e.op));
    }
    for (size_t i = from; i < to; i++) {
        if (!t->acts[i].folded)
            continue;
        n++;
        fold_add(&folded, fold_word((enum rdl_op)t->acts[i].e.op));
    }
    known = before.n;
    for (size_t i = 0; i < folded.n; i++)
        fold_add(&before, folded.all[i]);
    rdl_append(&w, "... %zu step%s%s", n, n == 1 ? "" : "s",
               before.n == known ? " like these" : "");
    for (size_t i = 0; i < folded.n && before.n > known; i++)
        rdl_append(&w, "%s%s", i == 0 ? ": " : ", ", folded.all[i]);
    return out;
}
