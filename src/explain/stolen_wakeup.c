/* stolen_wakeup.c - a wake-up that another thread made useless.
 *
 * A thread is woken because its condition holds.  Before it has reacquired the
 * mutex, another thread makes the condition false again, and the woken thread
 * goes on without another test.  The reads show this: everything that it had
 * tested before the wait is again as it was then, and it does not wait again.
 * A thread that tests in a loop would. */
#include "explain/explainer.h"
#include "explain/search.h"

#define WAITS 16 /* only the latest waits are considered */
#define TRIES 4  /* takers tried for each wait */

struct stolen {
    const struct rdl_history_act *wait, *signal, *write, *read;
};

static const struct rdl_history_act *stolen_end(const struct search *c)
{
    return c->acts.all + c->acts.n;
}

/* The signal that woke it; NULL if there is none. */
static const struct rdl_history_act *
stolen_signal(const struct search *c, const struct rdl_history_act *wait)
{
    for (const struct rdl_history_act *a = wait + 1; a < stolen_end(c); a++) {
        if (a->e.tid == wait->e.tid)
            return NULL;
        if ((a->e.op == RDL_OP_SIGNAL || a->e.op == RDL_OP_BROADCAST) &&
            a->e.addr == wait->e.addr &&
            (a->n_woken > 1 || (a->n_woken == 1 && a->woken == wait->e.tid)))
            return a;
    }
    return NULL;
}

/* What its thread reads there next, before it waits again or releases the
 * mutex; NULL if nothing. */
static const struct rdl_history_act *
stolen_read(const struct search *c, const struct rdl_history_act *wait,
            const struct rdl_history_act *test)
{
    const struct rdl_history_act *found = NULL;

    for (const struct rdl_history_act *a = wait + 1; a < stolen_end(c); a++) {
        if (a->e.tid != wait->e.tid)
            continue;
        if (!act_done(a) || a->e.op == RDL_OP_UNLOCK)
            break;
        if (a->e.op == RDL_OP_WAIT)
            return NULL;
        if (found == NULL && act_reads(&a->e) && a->e.addr == test->e.addr &&
            a->e.size == test->e.size)
            found = a;
    }
    return found;
}

/* The latest write there between the two; NULL if there is none. */
static const struct rdl_history_act *
stolen_write(const struct search *c, const struct rdl_history_act *from,
             const struct rdl_history_act *to,
             const struct rdl_history_act *test)
{
    for (const struct rdl_history_act *a = to - 1; a > from; a--) {
        if (act_done(a) && rdl_trace_accesses(&a->e) &&
            rdl_trace_changes(&a->e) && rdl_trace_overlap(&a->e, &test->e) &&
            c->shared[a - c->acts.all])
            return a;
    }
    return NULL;
}

static bool stolen_known(const struct rdl_history_act *a)
{
    return (a->e.flags & RDL_EV_VALUE) != 0;
}

/* When it was woken, did the thread have a reason to go on: had a value that it
 * tested changed? */
static bool stolen_changed(const struct search *c,
                           const struct rdl_history_act *wait,
                           const struct rdl_history_act *test,
                           const struct rdl_history_act *read)
{
    const struct rdl_history_act *write = stolen_write(c, wait, read, test);

    return write != NULL &&
           (!stolen_known(write) || !stolen_known(test) ||
            write->e.op == RDL_OP_RMW || write->value != test->value);
}

/* Looks at what the thread read under the mutex before the wait: all values are
 * the same again, and one, which it reads again, was different when it was
 * woken. */
static bool stolen_find(const struct search *c, struct stolen *s)
{
    const struct rdl_history_act *last =
        NULL; /* its last read after the wait */
    const struct rdl_history_act *tests[8];
    size_t n = 0;

    s->signal = stolen_signal(c, s->wait);
    if (s->signal == NULL)
        return false;
    for (const struct rdl_history_act *a = s->wait; a > c->acts.all;) {
        a--;
        if (a->e.tid != s->wait->e.tid)
            continue;
        if (!rdl_trace_accesses(&a->e) || n == sizeof(tests) / sizeof(tests[0]))
            break;
        if (act_reads(&a->e) && c->shared[a - c->acts.all])
            tests[n++] = a;
    }
    for (size_t i = 0; i < n && last == NULL; i++) {
        const struct rdl_history_act *read = stolen_read(c, s->wait, tests[i]);

        if (read == NULL || !stolen_known(read) || !stolen_known(tests[i]) ||
            read->value != tests[i]->value)
            continue;
        s->write = stolen_write(c, s->signal, read, tests[i]);
        if (s->write == NULL || s->write->e.tid == s->wait->e.tid ||
            (s->write->e.tid == s->signal->e.tid &&
             s->write->hold <= s->signal->own))
            continue;
        last = s->read = read;
    }
    for (size_t i = 0; i < n && last != NULL; i++) {
        if (stolen_changed(c, s->wait, tests[i], last))
            return false;
    }
    return last != NULL;
}

/* Does the program pass when the taker comes after the woken thread's read?
 * What the taker did just before may have to come after it as well. */
static bool stolen_decides(struct search *c, struct stolen *s)
{
    for (unsigned tried = 0; tried < TRIES && rdl_explain_left(c); tried++) {
        if (rdl_explain_flip(c, s->write, s->read))
            return true;
        s->write = stolen_write(c, s->signal, s->write, s->read);
        if (s->write == NULL || s->write->e.tid == s->wait->e.tid)
            return false;
    }
    return false;
}

static void stolen_collect(struct search *c, struct clues *out)
{
    unsigned seen = 0;

    for (size_t i = c->acts.n; i > 0 && seen < WAITS; i--) {
        struct stolen s = { .wait = &c->acts.all[i - 1] };

        if (s.wait->step == UINT64_MAX || s.wait->e.op != RDL_OP_WAIT)
            continue;
        seen++;
        if (!stolen_find(c, &s) || !stolen_decides(c, &s))
            continue;
        c->told = (struct told){ .first = s.write, .last = s.read };
        out->parts[out->n++] = (struct clue){
            .kind = RDL_FACT_STOLEN_WAKEUP,
            .first = *s.write,
            .between = *s.wait,
            .also = *s.signal,
            .last = *s.read,
        };
        return;
    }
}

const struct rdl_explainer rdl_explainer_stolen_wakeup = {
    .name = "stolen-wakeup",
    .summary = "a thread was woken for what another one took",
    .rank = RDL_EXPLAINS_ALL,
    .except = "lost-wakeup heap-use-after-free",
    .future = true,
    .collect = stolen_collect,
};
