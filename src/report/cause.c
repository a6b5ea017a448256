/* cause.c - see cause.h. */
#include "report/cause.h"

#include "base/text.h"
#include "report/append.h"
#include "report/phrase.h"
#include "report/stack.h"
#include "report/table_internal.h"

#include <string.h>

/* Threads of a cycle that are all told; of a longer one, how many. */
#define CYCLE_WHOLE 5
#define CYCLE_PART 3

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
    char words[TABLE_NAME + 64];

    rdl_table_operation(w->table, e, words, sizeof(words));
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

/* "mutex a->m": by the name that the table has, which knows more pointers. */
static char *cause_awaited(struct cause_words *w,
                           const struct rdl_thread_view *v, char *out,
                           size_t size)
{
    const char *name = rdl_table_name(w->table, v->wait_object);
    char *bare, rest[64];

    rdl_phrase_awaited(w->symbols, v, out, size);
    bare = strstr(out, "0x");
    if (bare == NULL || v->wait_object == 0 || strncmp(name, "0x", 2) == 0)
        return out;
    snprintf(rest, sizeof(rest), "%s",
             bare + strspn(bare, "0123456789abcdefx"));
    snprintf(bare, size - (size_t)(bare - out), "%s%s", name, rest);
    return out;
}

/* "one (thread 1) has a, taken at `dl.c:6`, and waits at `dl.c:7` for b": each
 * has what the one before it waits for. */
static void cause_cycle(struct cause_words *w, const struct rdl_finding *f)
{
    char what[TABLE_NAME + 32];
    const int told = f->n_cycle <= CYCLE_WHOLE ? f->n_cycle : CYCLE_PART;
    bool locks = true;

    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = cause_view(f, f->cycle[i]);

        locks = locks && v != NULL && v->wait == RDL_WAIT_LOCK;
    }
    rdl_append(&w->text, "%s: ", locks ? "lock-order deadlock" : "deadlock");
    for (int i = 0; i < told; i++) {
        const struct rdl_thread_view *v = cause_view(f, f->cycle[i]);
        const struct rdl_thread_view *waiter = cause_waiter(f, f->cycle[i]);

        if (v == NULL)
            continue;
        rdl_append(&w->text, i > 0 ? "; " : "");
        cause_thread(w, v->tid);
        if (waiter != NULL) {
            rdl_append(&w->text, " has %s, taken at `",
                       cause_awaited(w, waiter, what, sizeof(what)));
            cause_line(w, waiter->held_pc);
            rdl_append(&w->text, "`, and");
        }
        rdl_append(&w->text, " waits at `");
        cause_line(w, v->pc);
        rdl_append(&w->text, "` for %s",
                   cause_awaited(w, v, what, sizeof(what)));
    }
    if (told < f->n_cycle)
        rdl_append(&w->text,
                   "; and so on: %u threads, each waiting for the next and "
                   "the last for the first",
                   f->n_cycle);
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
    [RDL_CAUSE_NO_MEMORY] = { "fails when ",
                              " (--fail-malloc): whoever asked for memory must "
                              "test whether there is any" },
    [RDL_CAUSE_PREEMPTION] = { "fails when ",
                               "; without that switch it does not" },
};

/* What was tried, and passed: the other's turn before the window, or after
 * it; else the preemption, earlier and later. */
static void cause_passes(struct cause_words *w, const struct rdl_cause_part *p,
                         size_t n)
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
    else if (p->between.tid == 0)
        rdl_append(&w->text, "main has that turn");
    else
        rdl_append(&w->text, "thread %u has that turn", p->between.tid);
    rdl_append(&w->text, " %s%s%s", before ? "before" : "",
               before && after ? " or " : "", after ? "after" : "");
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

/* "get (thread 1) goes to `q.c:9 wait on c` after `q.c:8 read n` saw ..." */
static void cause_wait(struct cause_words *w, const struct rdl_cause_part *p)
{
    cause_thread(w, p->last.tid);
    rdl_append(&w->text, " goes to ");
    cause_op(w, &p->last);
    if (p->first.pc == 0)
        return;
    rdl_append(&w->text, " after ");
    cause_op(w, &p->first);
    if (p->between.pc == 0)
        return;
    rdl_append(&w->text, " saw ");
    if (p->between.tid == p->last.tid)
        rdl_append(&w->text, "its own ");
    cause_op(w, &p->between);
    if (p->between.tid == p->last.tid)
        return;
    rdl_append(&w->text, " of ");
    cause_thread(w, p->between.tid);
}

/* The latest signal on the same condition, and what it did. */
static void cause_signal(struct cause_words *w, const struct rdl_cause_part *p)
{
    if (p->also.pc == 0) {
        rdl_append(&w->text, "; nobody has signalled that condition");
        return;
    }
    rdl_append(&w->text, "; the last %s on that condition, ",
               p->also.op == RDL_OP_SIGNAL ? "signal" : "broadcast");
    cause_op(w, &p->also);
    rdl_append(&w->text, " of ");
    cause_thread(w, p->also.tid);
    rdl_append(&w->text, ",%s", p->waited ? "" : " came before that");
    if (p->n_woken == 0) {
        rdl_append(&w->text, "%s",
                   p->waited ? " woke nobody" : ", when nobody waited");
        return;
    }
    rdl_append(&w->text, "%s woke %s", p->waited ? "" : " and",
               p->waited && p->n_woken == 1 ? "only " : "");
    if (p->n_woken > 1) {
        rdl_append(&w->text, "%u threads", p->n_woken);
        return;
    }
    if (p->woken == p->last.tid)
        rdl_append(&w->text, "it");
    else
        cause_thread(w, p->woken);
    if (p->again && p->woken != p->last.tid)
        rdl_append(&w->text, ", which changed nothing and waits there again "
                             "(a broadcast wakes all)");
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
        cause_wait(w, p);
        cause_signal(w, p);
        break;
    case RDL_CAUSE_ORDER:
        cause_op(w, &p->first);
        rdl_append(&w->text, " of ");
        cause_thread(w, p->first.tid);
        rdl_append(&w->text, " comes before ");
        cause_op(w, &p->last);
        rdl_append(&w->text, " of ");
        cause_thread(w, p->last.tid);
        if (p->also.pc == 0)
            break;
        rdl_append(&w->text, ", which ");
        cause_op(w, &p->also);
        rdl_append(&w->text, " of ");
        cause_thread(w, p->also.tid);
        rdl_append(&w->text, " had woken from ");
        cause_op(w, &p->between);
        break;
    case RDL_CAUSE_LOCK_ORDER:
        cause_cycle(w, f);
        break;
    case RDL_CAUSE_NO_MEMORY:
        rdl_append(&w->text, "the allocation at `");
        cause_line(w, p->first.pc);
        rdl_append(&w->text, "` in ");
        cause_thread(w, p->first.tid);
        rdl_append(&w->text, " fails");
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

/* Parts that one sentence tells: turns that came between. */
static size_t cause_together(const struct rdl_cause_part *p, size_t n)
{
    size_t same = 1;

    while (same < n && cause_frames[p->pattern].behind == NULL &&
           cause_frames[p[same].pattern].behind == NULL)
        same++;
    return same;
}

static void cause_sentence(struct cause_words *w,
                           const struct rdl_cause_part *parts, size_t n,
                           const struct rdl_finding *f)
{
    const char *behind = cause_frames[parts[0].pattern].behind;

    for (size_t i = 0; i < n; i++) {
        rdl_append(&w->text, "%s",
                   i > 0 ? ", and when "
                         : cause_frames[parts[0].pattern].before);
        cause_part(w, &parts[i], f);
    }
    if (behind != NULL)
        rdl_append(&w->text, "%s", behind);
    else
        cause_passes(w, parts, n);
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
    for (size_t i = 0, n; w.table != NULL && i < cause->n; i += n) {
        n = cause_together(cause->parts + i, cause->n - i);
        rdl_append(&w.text, "%s", i > 0 ? "; " : "");
        cause_sentence(&w, cause->parts + i, n, &shared->finding);
    }
    rdl_table_free(w.table);
    return out;
}
