/* cause.c - see cause.h. */
#include "report/cause.h"

#include "base/text.h"
#include "report/phrase.h"
#include "report/stack.h"
#include "report/table_internal.h"

#include <stdarg.h>
#include <string.h>

struct cause_words {
    struct rdl_table *table;
    struct rdl_symbols *symbols;
    char *out;
    size_t size, used;
};

static void __attribute__((format(printf, 2, 3)))
cause_say(struct cause_words *w, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(w->out + w->used, w->size - w->used, format, args);
    va_end(args);
    if (n > 0)
        w->used +=
            (size_t)n < w->size - w->used ? (size_t)n : w->size - w->used - 1;
}

/* "bank.c:21" */
static void cause_line(struct cause_words *w, uintptr_t pc)
{
    struct rdl_place place;

    rdl_table_place(w->table, pc, &place);
    if (place.file != NULL && place.line != 0)
        cause_say(w, "%s:%u", rdl_text_base_name(place.file), place.line);
    else
        cause_say(w, "%s+0x%lx", place.module != NULL ? place.module : "",
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
        cause_say(w, " (called at %s:%u)",
                  rdl_text_base_name(frames[i + 1].file), frames[i + 1].line);
    } else if (e->value != 0) {
        cause_say(w, " (called at ");
        cause_line(w, e->value);
        cause_say(w, ")");
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
    cause_say(w, "`");
    cause_line(w, e->pc);
    cause_say(w, " %s`", words);
    cause_call(w, e);
}

/* "withdraw (thread 2)" */
static void cause_thread(struct cause_words *w, rdl_tid tid)
{
    const char *function = rdl_table_function(w->table, tid);

    if (tid == 0)
        cause_say(w, "main");
    else if (function[0] != '\0')
        cause_say(w, "%s (thread %u)", function, tid);
    else
        cause_say(w, "thread %u", tid);
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

/* Each holds what the next one waits for. */
static void cause_cycle(struct cause_words *w, const struct rdl_finding *f)
{
    char what[TABLE_NAME + 32];
    bool locks = true;

    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = cause_view(f, f->cycle[i]);

        locks = locks && v != NULL && v->wait == RDL_WAIT_LOCK;
    }
    cause_say(w, "%s: ", locks ? "lock-order deadlock" : "deadlock");
    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = cause_view(f, f->cycle[i]);

        if (v == NULL)
            continue;
        if (i > 0)
            cause_say(w, i + 1 < f->n_cycle ? ", " : " and ");
        cause_thread(w, v->tid);
        cause_say(w, " waits at `");
        cause_line(w, v->pc);
        cause_say(w, "` for %s",
                  rdl_phrase_awaited(w->symbols, v, what, sizeof(what)));
        if (v->wait != RDL_WAIT_LOCK || v->held_pc == 0)
            continue;
        cause_say(w, ", which ");
        cause_thread(w, v->holder);
        cause_say(w, " took at `");
        cause_line(w, v->held_pc);
        cause_say(w, "`");
    }
}

static const struct {
    const char *before, *behind;
} cause_frames[] = {
    [RDL_CAUSE_NONE] = { "", "" },
    /* What was tried: the other thread's turn, moved earlier and later. */
    [RDL_CAUSE_LOST_UPDATE] = { "lost update: fails when ",
                                "; moved away, it passes" },
    [RDL_CAUSE_ATOMICITY] = { "atomicity violation: fails when ",
                              "; moved away, it passes" },
    [RDL_CAUSE_ORDER] = { "order violation: fails when ",
                          "; passes the other way round" },
    [RDL_CAUSE_LOST_WAKEUP] = { "lost wake-up: ", "" },
    [RDL_CAUSE_LOCK_ORDER] = { "", "" },
    [RDL_CAUSE_SPURIOUS] = { "fails when a condition wait wakes up without a "
                             "signal (a spurious wake-up, which POSIX "
                             "allows): it must stand in a loop that tests the "
                             "condition again",
                             "" },
    [RDL_CAUSE_PREEMPTION] = { "fails when ", "; moved away, it passes" },
};

static void cause_part(struct cause_words *w, const struct rdl_cause_part *p,
                       const struct rdl_finding *f)
{
    switch (p->pattern) {
    case RDL_CAUSE_NONE:
    case RDL_CAUSE_SPURIOUS:
        break;
    case RDL_CAUSE_LOST_UPDATE:
    case RDL_CAUSE_ATOMICITY:
        cause_op(w, &p->between);
        if (p->also.pc != 0) {
            cause_say(w, " and ");
            cause_op(w, &p->also);
        }
        cause_say(w, " of ");
        cause_thread(w, p->between.tid);
        cause_say(w, p->also.pc != 0 ? " come between " : " comes between ");
        cause_op(w, &p->first);
        cause_say(w, " and ");
        cause_op(w, &p->last);
        cause_say(w, " of ");
        cause_thread(w, p->first.tid);
        break;
    case RDL_CAUSE_LOST_WAKEUP:
        cause_thread(w, p->last.tid);
        cause_say(w, " goes to ");
        cause_op(w, &p->last);
        cause_say(w, " because ");
        cause_op(w, &p->first);
        cause_say(w, " sees ");
        cause_op(w, &p->between);
        cause_say(w, " of ");
        cause_thread(w, p->between.tid);
        if (p->also.pc != 0) {
            cause_say(w, "; the last to wake anybody is ");
            cause_op(w, &p->also);
            cause_say(w, " of ");
            cause_thread(w, p->also.tid);
        }
        break;
    case RDL_CAUSE_ORDER:
        cause_op(w, &p->first);
        cause_say(w, " of ");
        cause_thread(w, p->first.tid);
        cause_say(w, " comes before ");
        cause_op(w, &p->last);
        cause_say(w, " of ");
        cause_thread(w, p->last.tid);
        break;
    case RDL_CAUSE_LOCK_ORDER:
        cause_cycle(w, f);
        break;
    case RDL_CAUSE_PREEMPTION:
        cause_thread(w, p->first.tid);
        cause_say(w, " loses the turn between ");
        cause_op(w, &p->first);
        cause_say(w, " and ");
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
        .out = out,
        .size = size,
    };

    out[0] = '\0';
    for (size_t i = 0; w.table != NULL && i < cause->n; i++) {
        const struct rdl_cause_part *p = &cause->parts[i];

        cause_say(&w, "%s",
                  i > 0 ? ", and when " : cause_frames[p->pattern].before);
        cause_part(&w, p, &shared->finding);
    }
    if (w.table != NULL && cause->n > 0)
        cause_say(&w, "%s", cause_frames[cause->parts[0].pattern].behind);
    rdl_table_free(w.table);
    return out;
}
