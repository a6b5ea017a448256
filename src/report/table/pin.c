/* pin.c - which steps are never left out: those that wake a thread or
 * make one wait, where threads are preempted, and those that the sentence about
 * the cause names.  The sentence names operations, not steps: of a thread that
 * repeats one, the steps next to preemptions are meant, or else the latest. */
#include "base/text.h"
#include "util/die.h"
#include "report/table/internal.h"

#include <string.h>

#define LINES 256      /* remembered: is it one that the sentence names? */
#define MOST_NAMED 64  /* operations, by thread; the latest of each */
#define PREEMPTIONS 16 /* if there are more, it takes none of them */

struct stay {
    struct rdl_table *t;
    struct {
        uintptr_t pc; /* 0: free */
        bool named;
    } lines[LINES];
    size_t n;
    const struct rdl_event *named[MOST_NAMED];
};

static bool pin_wakes(enum rdl_op op)
{
    return op == RDL_OP_SIGNAL || op == RDL_OP_BROADCAST ||
           op == RDL_OP_SEM_POST || op == RDL_OP_FUTEX_WAKE;
}

/* "`bank.c:21 ": what the sentence begins an operation there with. */
static bool pin_line(struct rdl_table *t, uintptr_t pc, char *out, size_t size)
{
    struct rdl_place place;

    rdl_table_place(t, pc, &place);
    if (place.file == NULL || place.line == 0)
        return false;
    snprintf(out, size, "`%s:%u ", rdl_text_base_name(place.file), place.line);
    return true;
}

static bool pin_at_line(struct stay *s, uintptr_t pc)
{
    const size_t i = pc % LINES;
    char text[160];

    if (s->lines[i].pc != pc) {
        s->lines[i].pc = pc;
        s->lines[i].named = pin_line(s->t, pc, text, sizeof(text)) &&
                            strstr(s->t->about.cause, text) != NULL;
    }
    return s->lines[i].named;
}

static bool pin_named(struct rdl_table *t, const struct rdl_event *e)
{
    char text[TABLE_NAME + 256], words[TABLE_NAME + 64];
    size_t used;

    if (!pin_line(t, e->pc, text, sizeof(text)))
        return false;
    rdl_table_operation(t, e, words, sizeof(words));
    used = strlen(text);
    snprintf(text + used, sizeof(text) - used, "%s`", words);
    return strstr(t->about.cause, text) != NULL;
}

/* Was a later one of the same thread and operation named? */
static bool pin_later(const struct stay *s, const struct rdl_event *e)
{
    for (size_t i = 0; i < s->n; i++) {
        if (s->named[i]->tid == e->tid && s->named[i]->pc == e->pc &&
            s->named[i]->op == e->op)
            return true;
    }
    return false;
}

static bool pin_because_named(struct stay *s, const struct rdl_event *e)
{
    if (s->t->about.cause == NULL || s->n == MOST_NAMED ||
        !pin_at_line(s, e->pc) || pin_later(s, e) || !pin_named(s->t, e))
        return false;
    s->named[s->n++] = e;
    return true;
}

static void pin_mark(struct stay *s, struct table_act *a)
{
    if (pin_because_named(s, &a->e))
        a->named = a->stays = a->shown = true;
}

/* Does it say more than an access to memory of which nobody else knows? */
static bool pin_telling(const struct table_act *a)
{
    return !rdl_op_accesses((enum rdl_op)a->e.op);
}

/* The latest that is shown of the turn that ends there: the table says beside
 * it that the turn ended.  If nothing of it matters (it creates threads, say),
 * of a shrunk one the latest that tells something: who counts preemptions finds
 * them all. */
static void pin_preempted(struct rdl_table *t, size_t at)
{
    size_t first = at, i = at, telling = at;

    while (first > 0 && t->acts[first - 1].e.tid == t->acts[at].e.tid)
        first--;
    while (i > first && !t->acts[i].shown)
        i--;
    if (!t->acts[i].shown && t->about.shrunk) {
        while (telling > first && !pin_telling(&t->acts[telling]))
            telling--;
        i = pin_telling(&t->acts[telling]) ? telling : at;
        t->acts[i].shown = true;
    }
    t->acts[i].stays |= t->acts[i].shown;
    t->acts[i].preempted = t->acts[i].shown;
}

/* And who got the turn: if nothing matters of what others did until the thread
 * goes on, the first of it that tells something. */
static void pin_instead(struct rdl_table *t, size_t at)
{
    const rdl_tid tid = t->acts[at].e.tid;
    size_t told = at + 1;

    for (size_t i = at + 1; i < t->n_acts && t->acts[i].e.tid != tid; i++) {
        if (t->acts[i].shown)
            return;
        if (!pin_telling(&t->acts[told]) && pin_telling(&t->acts[i]))
            told = i;
    }
    if (told < t->n_acts)
        t->acts[told].shown = t->acts[told].stays = true;
}

/* What is named of the turn that ends at `at`, of what others did then, and of
 * the turn when the thread goes on, nearest to the preemption. */
static void pin_around(struct stay *s, size_t at)
{
    struct rdl_table *t = s->t;
    const rdl_tid tid = t->acts[at].e.tid;
    size_t i = at + 1;

    s->n = 0;
    for (size_t b = i; b > 0 && t->acts[b - 1].e.tid == tid; b--)
        pin_mark(s, &t->acts[b - 1]);
    for (; i < t->n_acts && t->acts[i].e.tid != tid; i++)
        pin_mark(s, &t->acts[i]);
    s->n = 0;
    for (; i < t->n_acts && t->acts[i].e.tid == tid; i++)
        pin_mark(s, &t->acts[i]);
}

static void pin_preemptions(struct stay *s)
{
    struct rdl_table *t = s->t;
    size_t n = 0;

    for (size_t i = 0; i < t->n_acts; i++)
        n += t->acts[i].end == TABLE_PREEMPTED;
    for (size_t i = t->n_acts; i > 0 && n <= PREEMPTIONS; i--) {
        if (t->acts[i - 1].end != TABLE_PREEMPTED)
            continue;
        if (t->about.cause != NULL)
            pin_around(s, i - 1);
        pin_preempted(t, i - 1);
        if (t->about.shrunk)
            pin_instead(t, i - 1);
    }
}

void rdl_table_stay(struct rdl_table *t)
{
    struct stay *s = rdl_alloc(sizeof(*s));

    s->t = t;
    for (size_t i = t->n_acts; i > 0; i--) {
        struct table_act *a = &t->acts[i - 1];
        const enum rdl_op op = (enum rdl_op)a->e.op;

        a->named = pin_because_named(s, &a->e);
        a->stays =
            a->named || rdl_table_extra(a, RDL_EXTRA_WAIT) != NULL ||
            (pin_wakes(op) && rdl_table_extra(a, RDL_EXTRA_WAKE) != NULL);
        a->shown |= a->named;
        a->preempted = false;
    }
    pin_preemptions(s);
    free(s);
}

void rdl_table_about(struct rdl_table *t, const struct rdl_table_about *about)
{
    t->about = *about;
}
