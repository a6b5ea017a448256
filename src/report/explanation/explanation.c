/* explanation.c - see explanation.h. */
#include "report/explanation/internal.h"

#include <string.h>

static const struct {
    const char *before, *behind;
} cause_frames[] = {
    [RDL_CAUSE_NONE] = { "", "" },
    [RDL_CAUSE_LOST_UPDATE] = { "lost update: fails when ", NULL },
    [RDL_CAUSE_ATOMICITY] = { "atomicity violation: fails when ", NULL },
    [RDL_CAUSE_ORDER] = { "order violation: fails when ", "" },
    [RDL_CAUSE_PLACE] = { "fails when ", "" },
    [RDL_CAUSE_STOLEN] = { "stolen wake-up: fails when ",
                           "; passes when it comes after that" },
    [RDL_CAUSE_LOST_WAKEUP] = { "lost wake-up: ", "" },
    [RDL_CAUSE_UNHEARD] = { "lost wake-up: ", "" },
    [RDL_CAUSE_LOST_SIGNAL] = { "lost signal: ", "" },
    [RDL_CAUSE_LOCK_ORDER] = { "", "" },
    [RDL_CAUSE_STUCK] = { "deadlock: ", "" },
    [RDL_CAUSE_SPURIOUS] = { "fails when a condition wait wakes up without a "
                             "signal (a spurious wake-up, which POSIX "
                             "allows)",
                             "" },
    [RDL_CAUSE_NO_MEMORY] = { "fails when ",
                              " (--fail-malloc): whoever asked for memory must "
                              "test whether there is any" },
    [RDL_CAUSE_PREEMPTION] = { "fails when ",
                               "; without that switch it does not" },
    [RDL_CAUSE_ORDER_TOO] = { "passes too when ", "" },
    [RDL_CAUSE_POINTER] = { "", "" },
    [RDL_CAUSE_CAME] = { "before that came ", "" },
    [RDL_CAUSE_JOINED] = { "", "" },
    [RDL_CAUSE_LOCKS] = { "not the same lock: ", "" },
    [RDL_CAUSE_READERS] = { "", "" },
    [RDL_CAUSE_BARE] = { "", "" },
    [RDL_CAUSE_SAW] = { "then ", "" },
    [RDL_CAUSE_MISSED] = { "then ", "" },
};

/* What is called a lost wake-up, and was none, has another name. */
static const char *explanation_before(const struct rdl_cause_part *p)
{
    if (p->pattern == RDL_CAUSE_LOST_WAKEUP && p->stuck)
        return "deadlock: ";
    if (p->pattern == RDL_CAUSE_LOST_WAKEUP && rdl_cause_too_late(p))
        return "time-out: ";
    if (p->pattern == RDL_CAUSE_STUCK && p->first.tid == p->last.tid)
        return "self-deadlock: ";
    return cause_frames[p->pattern].before;
}

/* What was tried, and passed: the other's turn before the window, or after
 * it; else the preemption, earlier and later. */
static void explanation_passes(struct cause_words *w,
                               const struct rdl_cause_part *p, size_t n)
{
    bool before = true, after = true;

    for (size_t i = 0; i < n; i++) {
        before = before && p[i].passes_before;
        after = after && p[i].passes_after;
    }
    rdl_append(&w->text, "; passes when ");
    if (!before && !after) {
        rdl_append(&w->text, "%s preemption comes earlier or later",
                   n > 1 ? "either" : "the");
        return;
    }
    if (n > 1)
        rdl_append(&w->text, "either turn comes");
    else if (p->turn == 0)
        rdl_append(&w->text, "main has that turn");
    else
        rdl_append(&w->text, "thread %u has that turn", p->turn);
    rdl_append(&w->text, " %s%s%s", before ? "before" : "",
               before && after ? " or " : "", after ? "after" : "");
}

/* Two operations of one line may read alike: then the first is enough. */
static bool explanation_alike(const struct cause_words *w,
                              const struct rdl_event *a,
                              const struct rdl_event *b)
{
    char texts[2][512] = { "", "" };
    struct cause_words one = *w, two = *w;

    one.text = (struct rdl_append){ .out = texts[0], .size = sizeof(texts[0]) };
    two.text = (struct rdl_append){ .out = texts[1], .size = sizeof(texts[1]) };
    rdl_cause_op(&one, a);
    rdl_cause_op(&two, b);
    return strcmp(texts[0], texts[1]) == 0;
}

/* Passes neither before both nor after both, but only where it was tried. */
static void explanation_place(struct cause_words *w,
                              const struct rdl_cause_part *p)
{
    const bool later = p->also.tid == p->first.tid; /* than `also` */

    rdl_cause_done(w, &p->first);
    rdl_append(&w->text, " comes before ");
    rdl_cause_done(w, &p->last);
    rdl_append(&w->text, "; passes when %s comes between ",
               later ? "the latter" : "the former");
    rdl_cause_op(w, later ? &p->also : &p->last);
    rdl_append(&w->text, " and ");
    rdl_cause_op(w, later ? &p->first : &p->also);
    rdl_append(&w->text, ", not before or after both");
}

/* "not the same lock: adder (thread 5) holds locks[0], taken at `set.c:87`, and
 * adder (thread 3) holds locks[2], ..." */
static void explanation_locks(struct cause_words *w,
                              const struct rdl_cause_part *p)
{
    const struct rdl_event *locks[] = { &p->first, &p->between };
    const struct rdl_event *chosen =
        p->also.tid == p->first.tid ? &p->first : &p->between;

    for (size_t i = 0; i < 2; i++) {
        rdl_append(&w->text, i > 0 ? ", and " : "");
        rdl_cause_thread(w, locks[i]->tid);
        rdl_append(&w->text, " holds %s, taken at `",
                   rdl_table_name(w->table, locks[i]->addr));
        rdl_cause_line(w, locks[i]->pc);
        rdl_append(&w->text, "`");
    }
    if (p->also.pc == 0)
        return;
    rdl_append(&w->text, "; %s was asked for after ",
               rdl_table_name(w->table, chosen->addr));
    rdl_cause_op(w, &p->also);
    rdl_append(&w->text, ", changed since by ");
    rdl_cause_done(w, &p->last);
}

/* "both hold lock only for reading, taken at `set.c:87` and at `set.c:90`" */
static void explanation_readers(struct cause_words *w,
                                const struct rdl_cause_part *p)
{
    rdl_append(&w->text, "both hold %s only for reading, taken at `",
               rdl_table_name(w->table, p->first.addr));
    rdl_cause_line(w, p->first.pc);
    rdl_append(&w->text, "`");
    if (p->between.pc == p->first.pc)
        return;
    rdl_append(&w->text, " and at `");
    rdl_cause_line(w, p->between.pc);
    rdl_append(&w->text, "`");
}

/* ", with `bank.c:13 unlock m` and the test at `bank.c:14` in between" */
static void explanation_unlock(struct cause_words *w,
                               const struct rdl_cause_part *p)
{
    const uintptr_t test = rdl_cause_test(w, p);
    struct rdl_event e = p->unlock;

    if (e.pc == 0 && test == 0)
        return;
    if (e.value == p->first.value || e.value == p->last.value)
        e.value = 0; /* that call is named already */
    rdl_append(&w->text, ", with ");
    if (e.pc != 0)
        rdl_cause_op(w, &e);
    if (test != 0) {
        rdl_append(&w->text, "%sthe test at `", e.pc != 0 ? " and " : "");
        rdl_cause_line(w, test);
        rdl_append(&w->text, "`");
    }
    rdl_append(&w->text, " in between");
}

static void explanation_part(struct cause_words *w,
                             const struct rdl_cause_part *p,
                             const struct rdl_finding *f)
{
    const bool also =
        p->also.pc != 0 && !explanation_alike(w, &p->between, &p->also);

    switch (p->pattern) {
    case RDL_CAUSE_NONE:
        break;
    case RDL_CAUSE_SPURIOUS:
        rdl_append(&w->text, "%s",
                   p->again ? ", though it tests the condition again"
                            : ": it must stand in a loop that tests the "
                              "condition again");
        break;
    case RDL_CAUSE_LOST_UPDATE:
    case RDL_CAUSE_ATOMICITY:
        if (also && p->also.tid == p->between.tid)
            rdl_cause_op(w, &p->between);
        else
            rdl_cause_done(w, &p->between);
        if (also) {
            rdl_append(&w->text, " and ");
            rdl_cause_done(w, &p->also);
        }
        rdl_append(&w->text, also ? " come between " : " comes between ");
        rdl_cause_op(w, &p->first);
        if (p->before.pc != 0) {
            rdl_append(&w->text, ", after ");
            rdl_cause_op(w, &p->before);
            rdl_append(&w->text, ",");
        }
        rdl_append(&w->text, " and ");
        rdl_cause_done(w, &p->last);
        explanation_unlock(w, p);
        break;
    case RDL_CAUSE_LOST_WAKEUP:
        rdl_cause_wakeup_words(w, p, f);
        break;
    case RDL_CAUSE_UNHEARD:
        rdl_cause_unheard_words(w, p, f);
        break;
    case RDL_CAUSE_ORDER:
        rdl_cause_done(w, &p->first);
        rdl_append(&w->text, " comes before ");
        rdl_cause_done(w, &p->last);
        rdl_append(&w->text, "; passes the other way round");
        if (p->orders > 1)
            rdl_append(&w->text, " in all %u pairs of threads", p->orders);
        break;
    case RDL_CAUSE_PLACE:
        explanation_place(w, p);
        break;
    case RDL_CAUSE_STOLEN:
        rdl_cause_done(w, &p->first);
        rdl_append(&w->text, " comes between ");
        rdl_cause_done(w, &p->also);
        rdl_append(&w->text, ", which woke ");
        rdl_cause_thread(w, p->last.tid);
        rdl_append(&w->text, " from ");
        rdl_cause_op(w, &p->between);
        rdl_append(&w->text, ", and its ");
        rdl_cause_op(w, &p->last);
        break;
    case RDL_CAUSE_ORDER_TOO:
        rdl_cause_done(w, &p->last);
        rdl_append(&w->text, " comes before ");
        rdl_cause_done(w, &p->first);
        break;
    case RDL_CAUSE_POINTER:
        rdl_cause_thread(w, p->first.tid);
        rdl_append(&w->text, " has the pointer from ");
        rdl_cause_op(w, &p->first);
        if (p->last.pc == 0)
            break;
        rdl_append(&w->text,
                   p->last.op == RDL_OP_FREE ? ", after " : ", before ");
        rdl_cause_done(w, &p->last);
        break;
    case RDL_CAUSE_CAME:
        rdl_cause_done(w, &p->first);
        rdl_append(&w->text, " and then ");
        rdl_cause_done(w, &p->last);
        break;
    case RDL_CAUSE_JOINED:
        rdl_cause_thread(w, p->first.tid);
        rdl_append(&w->text, " had waited at `");
        rdl_cause_line(w, p->first.pc);
        rdl_append(&w->text, "` for the end of ");
        if (p->turn == RDL_NO_TID)
            rdl_append(&w->text, "another thread");
        else
            rdl_cause_thread(w, p->turn);
        rdl_append(&w->text, ", not of ");
        rdl_cause_thread(w, p->last.tid);
        break;
    case RDL_CAUSE_LOST_SIGNAL:
        rdl_cause_signal_words(w, p);
        break;
    case RDL_CAUSE_LOCKS:
        explanation_locks(w, p);
        break;
    case RDL_CAUSE_READERS:
        explanation_readers(w, p);
        break;
    case RDL_CAUSE_BARE:
        rdl_cause_op(w, &p->between);
        rdl_append(&w->text, " is done without %s, which ",
                   rdl_table_name(w->table, p->first.addr));
        rdl_cause_thread(w, p->first.tid);
        rdl_append(&w->text, " holds");
        break;
    case RDL_CAUSE_SAW:
        rdl_cause_done(w, &p->last);
        rdl_append(&w->text, " sees ");
        if (p->first.tid == p->last.tid) {
            rdl_append(&w->text, "its own ");
            rdl_cause_op(w, &p->first);
        } else {
            rdl_cause_done(w, &p->first);
        }
        break;
    case RDL_CAUSE_MISSED:
        rdl_cause_missed_words(w, p, f);
        break;
    case RDL_CAUSE_LOCK_ORDER:
        rdl_cause_cycle_words(w, f);
        break;
    case RDL_CAUSE_STUCK:
        rdl_cause_stuck_words(w, p, f);
        break;
    case RDL_CAUSE_NO_MEMORY:
        rdl_append(&w->text, "the allocation at `");
        rdl_cause_line(w, p->first.pc);
        rdl_append(&w->text, "` in ");
        rdl_cause_thread(w, p->first.tid);
        rdl_append(&w->text, " fails");
        break;
    case RDL_CAUSE_PREEMPTION:
        rdl_cause_thread(w, p->first.tid);
        rdl_append(&w->text, " loses the turn between ");
        rdl_cause_op(w, &p->first);
        rdl_append(&w->text, " and ");
        rdl_cause_op(w, &p->last);
        break;
    }
}

/* Parts that one sentence tells: turns that came between. */
static size_t explanation_together(const struct rdl_cause_part *p, size_t n)
{
    size_t same = 1;

    while (same < n && cause_frames[p->pattern].behind == NULL &&
           cause_frames[p[same].pattern].behind == NULL)
        same++;
    return same;
}

static void explanation_sentence(struct cause_words *w,
                                 const struct rdl_cause_part *parts, size_t n,
                                 const struct rdl_finding *f)
{
    const char *behind = cause_frames[parts[0].pattern].behind;

    for (size_t i = 0; i < n; i++) {
        rdl_append(&w->text, "%s",
                   i > 0 ? ", and when " : explanation_before(parts));
        explanation_part(w, &parts[i], f);
    }
    if (behind != NULL)
        rdl_append(&w->text, "%s", behind);
    else
        explanation_passes(w, parts, n);
}

char *rdl_cause_text(struct rdl_shared *shared, struct rdl_symbols *symbols,
                     const struct rdl_cause *cause, char *out, size_t size)
{
    struct rdl_trace trace;
    const bool watched = rdl_trace_take(&trace, shared);
    struct cause_words w = {
        .table = watched ? rdl_table_new(&trace, symbols) : NULL,
        .symbols = symbols,
        .text = { .out = out, .size = size },
    };

    out[0] = '\0';
    for (size_t i = 0, n; w.table != NULL && i < cause->n; i += n) {
        n = explanation_together(cause->parts + i, cause->n - i);
        rdl_append(&w.text, "%s", i > 0 ? "; " : "");
        explanation_sentence(&w, cause->parts + i, n, &shared->finding);
    }
    rdl_table_free(w.table);
    rdl_trace_free(&trace);
    return out;
}
