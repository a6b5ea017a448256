/* fold.c - shortens long turns and long tables: see internal.h. */
#include "util/append.h"
#include "report/table/internal.h"

#include <string.h>

#define TURN_ROWS 10 /* limit for one thread without a switch */
#define TURN_ENDS 3  /* acts kept at either end of a longer one */
#define MOST_KEPT 32 /* earlier steps that are kept beyond the limit */

/* Shows how the threads whose acts matter were created. */
static void fold_show_births(struct rdl_table *t, bool only_behind)
{
    bool begun = !only_behind;

    for (size_t i = 0; i < t->n_acts; i++) {
        struct table_act *a = &t->acts[i];

        begun |= a->shown;
        if (begun && (a->e.op == RDL_OP_CREATE || a->e.op == RDL_OP_JOIN) &&
            t->threads[a->e.tid].shown > 0)
            a->shown = true;
    }
}

static bool fold_same_row(struct rdl_table *t, const struct table_act *a,
                          const struct table_act *b)
{
    struct rdl_place p, q;

    if (a->e.tid != b->e.tid)
        return false;
    rdl_table_act_place(t, a, &p);
    rdl_table_act_place(t, b, &q);
    return rdl_table_same_line(&p, &q);
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
        row += before != NULL && !fold_same_row(t, before, a);
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

static void fold(struct rdl_table *t)
{
    const struct table_act *before = NULL;
    size_t from = 0, rows = 0, last = 0;

    for (size_t i = 0; i < t->n_acts; i++) {
        const struct table_act *a = &t->acts[i];

        if (!a->shown)
            continue;
        if (before != NULL && before->e.tid != a->e.tid) {
            fold_turn(t, from, last, rows);
            from = i;
            rows = 0;
        }
        rows += rows == 0 || !fold_same_row(t, before, a);
        before = a;
        last = i;
    }
    fold_turn(t, from, last, rows);
}

size_t rdl_table_cut(struct rdl_table *t, size_t rows)
{
    const struct table_act *later = NULL;
    size_t n = 0, i = t->n_acts, gone = 0, kept = 0;

    fold(t);
    for (; i > 0; i--) {
        const struct table_act *a = &t->acts[i - 1];

        if (!a->shown)
            continue;
        n += later == NULL || !fold_same_row(t, a, later);
        if (n > rows)
            break;
        later = a;
    }
    for (; i > 0; i--) {
        struct table_act *a = &t->acts[i - 1];

        if (a->shown && (a->named || a->preempted) && kept++ < MOST_KEPT)
            continue;
        gone += a->shown;
        a->cut = a->shown || a->folded;
        a->shown = a->folded = false;
    }
    rdl_table_count(t);
    fold_show_births(t, gone > 0);
    rdl_table_count(t);
    return gone;
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
    for (size_t i = from; i > 0 && t->acts[i - 1].e.tid == tid; i--) {
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
