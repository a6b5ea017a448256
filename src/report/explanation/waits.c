/* waits.c - what is said of threads that wait for ever. */
#include "report/explanation/internal.h"

#include "detect/waits.h"
#include "report/finding/wording.h"

#include <stdio.h>
#include <string.h>

/* Threads of a cycle that are all told; of a longer one, how many. */
#define CYCLE_WHOLE 5
#define CYCLE_PART 3
/* Others that wait for the same condition are all told. */
#define TOO 4

/* Whoever waits for what tid holds: it knows where that was taken. */
static const struct rdl_thread_view *waits_waiter(const struct rdl_finding *f,
                                                  rdl_tid tid)
{
    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(f, f->cycle[i]);

        if (v != NULL && v->holder == tid && v->wait == RDL_WAIT_LOCK &&
            v->held_pc != 0)
            return v;
    }
    return NULL;
}

/* "mutex a->m": by the name that the table has, which knows more pointers. */
static char *waits_awaited(struct cause_words *w,
                           const struct rdl_thread_view *v, char *out,
                           size_t size)
{
    const char *name = rdl_table_name(w->table, v->wait_object);
    char *bare, rest[64];

    rdl_wording_awaited(w->symbols, v, out, size);
    bare = strstr(out, "0x");
    if (bare == NULL || v->wait_object == 0 || strncmp(name, "0x", 2) == 0)
        return out;
    snprintf(rest, sizeof(rest), "%s",
             bare + strspn(bare, "0123456789abcdefx"));
    snprintf(bare, size - (size_t)(bare - out), "%s%s", name, rest);
    return out;
}

/* "one (thread 1) has a, taken at `dl.c:6`, and waits at `dl.c:7` for b".
 * `waiter` waits for what it has; NULL: nobody is known. */
static void waits_stands(struct cause_words *w, const struct rdl_thread_view *v,
                         const struct rdl_thread_view *waiter)
{
    char what[TABLE_NAME + 32];

    rdl_cause_thread(w, v->tid);
    if (waiter != NULL) {
        rdl_append(&w->text, " has %s, taken at `",
                   waits_awaited(w, waiter, what, sizeof(what)));
        rdl_cause_line(w, waiter->held_pc);
        rdl_append(&w->text, "`, and");
    }
    rdl_append(&w->text, " waits at `");
    rdl_cause_line(w, v->pc);
    rdl_append(&w->text, "` for %s", waits_awaited(w, v, what, sizeof(what)));
}

/* Each has what the one before it waits for. */
void rdl_cause_cycle_words(struct cause_words *w, const struct rdl_finding *f)
{
    const int told = f->n_cycle <= CYCLE_WHOLE ? f->n_cycle : CYCLE_PART;
    bool locks = true;

    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(f, f->cycle[i]);

        locks = locks && v != NULL && v->wait == RDL_WAIT_LOCK;
    }
    rdl_append(&w->text, "%s: ", locks ? "lock-order deadlock" : "deadlock");
    for (int i = 0; i < told; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(f, f->cycle[i]);

        if (v == NULL)
            continue;
        rdl_append(&w->text, i > 0 ? "; " : "");
        waits_stands(w, v, waits_waiter(f, f->cycle[i]));
    }
    if (told < f->n_cycle)
        rdl_append(&w->text,
                   "; and so on: %u threads, each waiting for the next and "
                   "the last for the first",
                   f->n_cycle);
}

/* "look (thread 1) has ended with mutex m, taken at `l.c:14`, after `l.c:15
 * read found`; look (thread 2) waits at `l.c:14` for it" */
static void waits_ended(struct cause_words *w, const struct rdl_cause_part *p,
                        const struct rdl_thread_view *waiter)
{
    char what[TABLE_NAME + 32];

    rdl_cause_thread(w, p->first.tid);
    rdl_append(&w->text, " has ended with %s, taken at `",
               waits_awaited(w, waiter, what, sizeof(what)));
    rdl_cause_line(w, waiter->held_pc);
    rdl_append(&w->text, "`");
    if (p->first.pc != 0) {
        rdl_append(&w->text, ", after ");
        rdl_cause_op(w, &p->first);
    }
    rdl_append(&w->text, "; ");
    rdl_cause_thread(w, waiter->tid);
    rdl_append(&w->text, " waits at `");
    rdl_cause_line(w, waiter->pc);
    rdl_append(&w->text, "` for it");
}

void rdl_cause_stuck_words(struct cause_words *w,
                           const struct rdl_cause_part *p,
                           const struct rdl_finding *f)
{
    const struct rdl_thread_view *holder = rdl_waits_view(f, p->first.tid);
    const struct rdl_thread_view *waiter = rdl_waits_view(f, p->last.tid);

    if (holder == NULL || waiter == NULL)
        return;
    if (holder->state == RDL_ENDED) {
        waits_ended(w, p, waiter);
        return;
    }
    waits_stands(w, holder, waiter->held_pc != 0 ? waiter : NULL);
    if (holder == waiter)
        return;
    rdl_append(&w->text, "; ");
    waits_stands(w, waiter, NULL);
}

/* " (threads 3 and 4 wait on it too)" */
static void waits_too(struct cause_words *w, const struct rdl_cause_part *p,
                      const struct rdl_finding *f)
{
    rdl_tid all[RDL_MAX_VIEWS];
    size_t n = 0;

    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (v->state == RDL_WAITING && v->wait == RDL_WAIT_CONDITION &&
            v->wait_object == p->last.addr && v->tid != p->last.tid)
            all[n++] = v->tid;
    }
    if (n == 0 || p->gave_up)
        return;
    rdl_append(&w->text, n > 1 ? " (threads " : " (thread ");
    for (size_t i = 0; i < n && n <= TOO; i++)
        rdl_append(&w->text, "%s%u",
                   i == 0      ? ""
                   : i + 1 < n ? ", "
                               : " and ",
                   all[i]);
    if (n > TOO)
        rdl_append(&w->text, "%u and %zu others", all[0], n - 1);
    rdl_append(&w->text, n > 1 ? " wait on it too)" : " waits on it too)");
}

/* "get (thread 1) goes to `q.c:9 wait on c` after `q.c:8 read n` saw ..." */
static void waits_goes(struct cause_words *w, const struct rdl_cause_part *p,
                       const struct rdl_finding *f)
{
    rdl_cause_thread(w, p->last.tid);
    rdl_append(&w->text, " goes to ");
    rdl_cause_op(w, &p->last);
    waits_too(w, p, f);
    if (p->first.pc == 0)
        return;
    rdl_append(&w->text, " after ");
    rdl_cause_op(w, &p->first);
    if (p->between.pc == 0)
        return;
    rdl_append(&w->text, p->stale ? ", changed since by " : " saw ");
    rdl_append(&w->text, "%s", p->between.tid == p->last.tid ? "its own " : "");
    if (p->between.tid == p->last.tid)
        rdl_cause_op(w, &p->between);
    else
        rdl_cause_done(w, &p->between);
}

/* The latest signal on the same condition, and what it did. */
static void waits_signal(struct cause_words *w, const struct rdl_cause_part *p,
                         const struct rdl_finding *f)
{
    const struct rdl_thread_view *v =
        p->stuck ? rdl_waits_view(f, p->turn) : NULL;

    if (p->also.pc == 0)
        rdl_append(&w->text, "; nobody has signalled that condition");
    if (p->also.pc == 0 && p->before.pc != 0) {
        rdl_append(&w->text, ", nor does thread %u after ", p->before.tid);
        rdl_cause_op(w, &p->before);
    }
    if (v != NULL) {
        rdl_append(&w->text, ", for ");
        waits_stands(w, v, NULL);
    }
    if (p->also.pc == 0)
        return;
    rdl_append(&w->text, "; the last %s on that condition, ",
               p->also.op == RDL_OP_SIGNAL ? "signal" : "broadcast");
    rdl_cause_done(w, &p->also);
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
        rdl_cause_thread(w, p->woken);
    if (p->again && p->woken != p->last.tid)
        rdl_append(&w->text, ", which changed nothing and waits there again "
                             "(a broadcast wakes all)");
}

/* One that stands there still is woken by any signal that wakes nobody else. */
bool rdl_cause_too_late(const struct rdl_cause_part *p)
{
    return p->gave_up && p->waited && p->n_woken == 0;
}

void rdl_cause_wakeup_words(struct cause_words *w,
                            const struct rdl_cause_part *p,
                            const struct rdl_finding *f)
{
    uintptr_t test;

    waits_goes(w, p, f);
    if (rdl_cause_too_late(p)) {
        rdl_append(&w->text, ", and its time is over before ");
        rdl_cause_done(w, &p->also);
        return;
    }
    if (p->gave_up)
        rdl_append(&w->text, ", and its time is over before anybody wakes it");
    waits_signal(w, p, f);
    test = rdl_cause_kept(w, p);
    if (test == 0)
        return;
    rdl_append(&w->text, "; behind ");
    rdl_cause_op(w, &p->tested[0]);
    rdl_append(&w->text, " the test at `");
    rdl_cause_line(w, test);
    rdl_append(&w->text, "` keeps thread %u from that", p->tested[0].tid);
}

/* "`p.c:9 signal c` of put (thread 2) wakes nobody: the time of get (thread 1)
 * at `p.c:5 wait on c` is over, and the test at `p.c:6` comes later; main waits
 * at `p.c:20` for condition done" */
void rdl_cause_unheard_words(struct cause_words *w,
                             const struct rdl_cause_part *p,
                             const struct rdl_finding *f)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, p->last.tid);
    const uintptr_t test = rdl_cause_test(w, p);

    rdl_cause_done(w, &p->first);
    rdl_append(&w->text, " wakes nobody: the time of ");
    rdl_cause_thread(w, p->between.tid);
    rdl_append(&w->text, " at ");
    rdl_cause_op(w, &p->between);
    rdl_append(&w->text, " is over");
    if (test != 0) {
        rdl_append(&w->text, ", and the test at `");
        rdl_cause_line(w, test);
        rdl_append(&w->text, "` comes later");
    }
    if (v == NULL)
        return;
    rdl_append(&w->text, "; ");
    waits_stands(w, v, NULL);
}

/* ", but here thread 2" */
static void waits_here(struct cause_words *w, rdl_tid tid)
{
    if (tid == 0)
        rdl_append(&w->text, ", but here main");
    else
        rdl_append(&w->text, ", but here thread %u", tid);
}

/* "then `q.c:12 signal c` of put (thread 2) wakes it, but here thread 2 does
 * otherwise after `q.c:10 read n`" or "waits at `q.c:11` for semaphore s",
 * "goes on to `q.c:14 read m`", "ends" */
void rdl_cause_missed_words(struct cause_words *w,
                            const struct rdl_cause_part *p,
                            const struct rdl_finding *f)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, p->between.tid);

    rdl_cause_done(w, &p->between);
    rdl_append(&w->text, p->waited ? " wakes " : " comes");
    if (p->waited)
        rdl_cause_thread(w, p->last.tid);
    if (p->first.pc == 0 && !p->stuck && v != NULL && v->state == RDL_WAITING) {
        rdl_append(&w->text, ", but here ");
        waits_stands(w, v, NULL);
    } else if (p->first.pc == 0 && p->also.op == RDL_OP_EXIT) {
        waits_here(w, p->also.tid);
        rdl_append(&w->text, " ends");
    } else if (p->first.pc == 0 && p->also.pc != 0) {
        waits_here(w, p->also.tid);
        rdl_append(&w->text, " goes on to ");
        rdl_cause_op(w, &p->also);
    }
    if (p->first.pc == 0)
        return;
    waits_here(w, p->first.tid);
    rdl_append(&w->text, " does otherwise after ");
    rdl_cause_op(w, &p->first);
}

/* "main goes to `p.c:9 wait for a signal` after `p.c:8 read rung`, changed
 * since by `p.c:3 write rung` of its handler; `p.c:20 send-signal` of ring
 * (thread 1) came before that; passes when it comes later" */
void rdl_cause_signal_words(struct cause_words *w,
                            const struct rdl_cause_part *p)
{
    struct rdl_event write = p->between;

    write.value = 0; /* a handler is called from nowhere in the program */
    rdl_cause_thread(w, p->last.tid);
    rdl_append(&w->text, " goes to ");
    rdl_cause_op(w, &p->last);
    rdl_append(&w->text, " after ");
    rdl_cause_op(w, &p->first);
    rdl_append(&w->text, ", changed since by ");
    rdl_cause_op(w, &write);
    rdl_append(&w->text, " of its handler");
    if (p->also.pc == 0)
        return;
    rdl_append(&w->text, "; ");
    rdl_cause_done(w, &p->also);
    rdl_append(&w->text, " came before that wait%s",
               p->passes_after ? "; passes when it comes after" : "");
}
