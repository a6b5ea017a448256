/* cause.c - see cause.h. */
#include "report/cause.h"

#include "base/text.h"
#include "report/append.h"
#include "report/phrase.h"
#include "report/stack.h"
#include "report/table_internal.h"

#include <string.h>

struct cause_words {
    struct rdl_table *table;
    struct rdl_symbols *symbols;
    struct rdl_append text;
};

/* "bank.c:21" */
static void cause_line(struct cause_words *w, uintptr_t pc)
{
    struct rdl_place place;

    rdl_table_place(w->table, pc, &place);
    if (place.file != NULL && place.line != 0)
        rdl_append(&w->text, "%s:%u", rdl_text_base_name(place.file),
                   place.line);
    else
        rdl_append(&w->text, "%s+0x%lx",
                   place.module != NULL ? place.module : "",
                   (unsigned long)place.offset);
}

/* " (called at bank.c:40)": by a call, or where the compiler put the function's
 * code. */
static void cause_call(struct cause_words *w, const struct rdl_event *e)
{
    struct rdl_place frames[8];
    const size_t n = rdl_symbols_frames(w->symbols, e->pc, frames, 8);
    size_t i = 0;

    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    if (i + 1 < n && frames[i].inlined && frames[i + 1].line != 0 &&
        frames[i + 1].file != NULL) {
        rdl_append(&w->text, " (called at %s:%u)",
                   rdl_text_base_name(frames[i + 1].file), frames[i + 1].line);
    } else if (e->value != 0) {
        rdl_append(&w->text, " (called at ");
        cause_line(w, e->value);
        rdl_append(&w->text, ")");
    }
}

/* "`bank.c:21 write balance`" */
static void cause_op(struct cause_words *w, const struct rdl_event *e)
{
    struct table_act act = { .e = *e };
    char words[TABLE_NAME + 64];

    act.e.flags &= (uint8_t)~RDL_EV_VALUE;
    rdl_table_words(w->table, &act, words, sizeof(words));
    words[strcspn(words, ":,")] = '\0'; /* whom it wakes, what it unlocks */
    rdl_append(&w->text, "`");
    cause_line(w, e->pc);
    rdl_append(&w->text, " %s`", words);
    cause_call(w, e);
}

/* "withdraw (thread 2)" */
static void cause_thread(struct cause_words *w, rdl_tid tid)
{
    const char *function = rdl_table_function(w->table, tid);

    if (tid == 0)
        rdl_append(&w->text, "main");
    else if (function[0] != '\0')
        rdl_append(&w->text, "%s (thread %u)", function, tid);
    else
        rdl_append(&w->text, "thread %u", tid);
}

static const struct rdl_thread_view *cause_view(const struct rdl_finding *f,
                                                rdl_tid tid)
{
    for (int i = 0; i < f->n_threads; i++) {
        if (f->threads[i].tid == tid)
            return &f->threads[i];
    }
    return NULL;
}

/* Whoever waits for what tid holds: it knows where that was taken. */
static const struct rdl_thread_view *cause_waiter(const struct rdl_finding *f,
                                                  rdl_tid tid)
{
    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = cause_view(f, f->cycle[i]);

        if (v != NULL && v->holder == tid && v->wait == RDL_WAIT_LOCK &&
            v->held_pc != 0)
            return v;
    }
    return NULL;
}

/* "one (thread 1) has a, taken at `dl.c:6`, and waits at `dl.c:7` for b": each
 * has what the one before it waits for. */
static void cause_cycle(struct cause_words *w, const struct rdl_finding *f)
{
    char what[TABLE_NAME + 32];
    bool locks = true;

    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = cause_view(f, f->cycle[i]);

        locks = locks && v != NULL && v->wait == RDL_WAIT_LOCK;
    }
    rdl_append(&w->text, "%s: ", locks ? "lock-order deadlock" : "deadlock");
    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = cause_view(f, f->cycle[i]);
        const struct rdl_thread_view *waiter = cause_waiter(f, f->cycle[i]);

        if (v == NULL)
            continue;
        rdl_append(&w->text, i > 0 ? "; " : "");
        cause_thread(w, v->tid);
        if (waiter != NULL) {
            rdl_append(
                &w->text, " has %s, taken at `",
                rdl_phrase_awaited(w->symbols, waiter, what, sizeof(what)));
            cause_line(w, waiter->held_pc);
            rdl_append(&w->text, "`, and");
        }
        rdl_append(&w->text, " waits at `");
        cause_line(w, v->pc);
        rdl_append(&w->text, "` for %s",
                   rdl_phrase_awaited(w->symbols, v, what, sizeof(what)));
    }
}

static const struct {
    const char *before, *behind;
} cause_frames[] = {
    [RDL_CAUSE_NONE] = { "", "" },
    [RDL_CAUSE_LOST_UPDATE] = { "lost update: fails when ", NULL },
    [RDL_CAUSE_ATOMICITY] = { "atomicity violation: fails when ", NULL },
    [RDL_CAUSE_ORDER] = { "order violation: fails when ",
                          "; passes the other way round" },
    [RDL_CAUSE_LOST_WAKEUP] = { "lost wake-up: ", "" },
    [RDL_CAUSE_LOCK_ORDER] = { "", "" },
    [RDL_CAUSE_SPURIOUS] = { "fails when a condition wait wakes up without a "
                             "signal (a spurious wake-up, which POSIX "
                             "allows): it must stand in a loop that tests the "
                             "condition again",
                             "" },
    [RDL_CAUSE_PREEMPTION] = { "fails when ",
                               "; without that switch it does not" },
};

/* What was tried, and passed: the other's turn before the window, or behind
 * it; else the preemption, earlier and later. */
static void cause_passes(struct cause_words *w, const struct rdl_cause *c)
{
    const struct rdl_cause_part *p = c->parts;
    bool before = true, behind = true;

    for (size_t i = 0; i < c->n; i++) {
        before = before && p[i].passes_before;
        behind = behind && p[i].passes_behind;
    }
    rdl_append(&w->text, "; passes when ");
    if (!before && !behind) {
        rdl_append(&w->text, "%s preemption comes earlier or later",
                   c->n > 1 ? "either" : "the");
        return;
    }
    if (c->n > 1)
        rdl_append(&w->text, "either turn comes");
    else if (p->between.tid == 0)
        rdl_append(&w->text, "main has that turn");
    else
        rdl_append(&w->text, "thread %u has that turn", p->between.tid);
    rdl_append(&w->text, " %s%s%s", before ? "before" : "",
               before && behind ? " or " : "", behind ? "after" : "");
}

/* Two operations of one line may read alike: then the first is enough. */
static bool cause_alike(const struct cause_words *w, const struct rdl_event *a,
                        const struct rdl_event *b)
{
    char texts[2][512] = { "", "" };
    struct cause_words one = *w, two = *w;

    one.text = (struct rdl_append){ .out = texts[0], .size = sizeof(texts[0]) };
    two.text = (struct rdl_append){ .out = texts[1], .size = sizeof(texts[1]) };
    cause_op(&one, a);
    cause_op(&two, b);
    return strcmp(texts[0], texts[1]) == 0;
}

static void cause_part(struct cause_words *w, const struct rdl_cause_part *p,
                       const struct rdl_finding *f)
{
    const bool also = p->also.pc != 0 && !cause_alike(w, &p->between, &p->also);

    switch (p->pattern) {
    case RDL_CAUSE_NONE:
    case RDL_CAUSE_SPURIOUS:
        break;
    case RDL_CAUSE_LOST_UPDATE:
    case RDL_CAUSE_ATOMICITY:
        cause_op(w, &p->between);
        if (also) {
            rdl_append(&w->text, " and ");
            cause_op(w, &p->also);
        }
        rdl_append(&w->text, " of ");
        cause_thread(w, p->between.tid);
        rdl_append(&w->text, also ? " come between " : " comes between ");
        cause_op(w, &p->first);
        rdl_append(&w->text, " and ");
        cause_op(w, &p->last);
        rdl_append(&w->text, " of ");
        cause_thread(w, p->first.tid);
        break;
    case RDL_CAUSE_LOST_WAKEUP:
        cause_thread(w, p->last.tid);
        rdl_append(&w->text, " goes to ");
        cause_op(w, &p->last);
        rdl_append(&w->text, " because ");
        cause_op(w, &p->first);
        rdl_append(&w->text, " sees ");
        cause_op(w, &p->between);
        rdl_append(&w->text, " of ");
        cause_thread(w, p->between.tid);
        if (p->also.pc != 0) {
            rdl_append(&w->text, "; the last to wake anybody is ");
            cause_op(w, &p->also);
            rdl_append(&w->text, " of ");
            cause_thread(w, p->also.tid);
        }
        break;
    case RDL_CAUSE_ORDER:
        cause_op(w, &p->first);
        rdl_append(&w->text, " of ");
        cause_thread(w, p->first.tid);
        rdl_append(&w->text, " comes before ");
        cause_op(w, &p->last);
        rdl_append(&w->text, " of ");
        cause_thread(w, p->last.tid);
        break;
    case RDL_CAUSE_LOCK_ORDER:
        cause_cycle(w, f);
        break;
    case RDL_CAUSE_PREEMPTION:
        cause_thread(w, p->first.tid);
        rdl_append(&w->text, " loses the turn between ");
        cause_op(w, &p->first);
        rdl_append(&w->text, " and ");
        cause_op(w, &p->last);
        break;
    }
}

char *rdl_cause_text(struct rdl_shared *shared, struct rdl_symbols *symbols,
                     const struct rdl_cause *cause, char *out, size_t size)
{
    struct cause_words w = {
        .table = rdl_table_of(shared, symbols),
        .symbols = symbols,
        .text = { .out = out, .size = size },
    };

    out[0] = '\0';
    for (size_t i = 0; w.table != NULL && i < cause->n; i++) {
        const struct rdl_cause_part *p = &cause->parts[i];

        rdl_append(&w.text, "%s",
                   i > 0 ? ", and when " : cause_frames[p->pattern].before);
        cause_part(&w, p, &shared->finding);
    }
    if (w.table != NULL && cause->n > 0) {
        const char *behind = cause_frames[cause->parts[0].pattern].behind;

        if (behind != NULL)
            rdl_append(&w.text, "%s", behind);
        else
            cause_passes(&w, cause);
    }
    rdl_table_free(w.table);
    return out;
}
