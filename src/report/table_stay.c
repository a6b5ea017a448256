/* table_stay.c - which steps are never left out: those that wake a thread or
 * make one wait, and those that the sentence about the cause names. */
#include "base/text.h"
#include "driver/die.h"
#include "report/table_internal.h"

#include <string.h>

#define LINES 256     /* remembered: is it one that the sentence names? */
#define MOST_NAMED 64 /* operations, by thread; the latest of each */

struct stay {
    struct rdl_table *t;
    struct {
        uintptr_t pc; /* 0: free */
        bool named;
    } lines[LINES];
    size_t n;
    const struct rdl_event *named[MOST_NAMED];
};

static bool stay_wakes(enum rdl_op op)
{
    return op == RDL_OP_SIGNAL || op == RDL_OP_BROADCAST ||
           op == RDL_OP_SEM_POST || op == RDL_OP_FUTEX_WAKE;
}

/* "`bank.c:21 ": what the sentence begins an operation there with. */
static bool stay_line(struct rdl_table *t, uintptr_t pc, char *out, size_t size)
{
    struct rdl_place place;

    rdl_table_place(t, pc, &place);
    if (place.file == NULL || place.line == 0)
        return false;
    snprintf(out, size, "`%s:%u ", rdl_text_base_name(place.file), place.line);
    return true;
}

static bool stay_at_line(struct stay *s, uintptr_t pc)
{
    const size_t i = pc % LINES;
    char text[160];

    if (s->lines[i].pc != pc) {
        s->lines[i].pc = pc;
        s->lines[i].named = stay_line(s->t, pc, text, sizeof(text)) &&
                            strstr(s->t->cause, text) != NULL;
    }
    return s->lines[i].named;
}

static bool stay_named(struct rdl_table *t, const struct rdl_event *e)
{
    char text[TABLE_NAME + 256], words[TABLE_NAME + 64];
    size_t used;

    if (!stay_line(t, e->pc, text, sizeof(text)))
        return false;
    rdl_table_operation(t, e, words, sizeof(words));
    used = strlen(text);
    snprintf(text + used, sizeof(text) - used, "%s`", words);
    return strstr(t->cause, text) != NULL;
}

/* Was a later one of the same thread and operation named? */
static bool stay_later(const struct stay *s, const struct rdl_event *e)
{
    for (size_t i = 0; i < s->n; i++) {
        if (s->named[i]->tid == e->tid && s->named[i]->pc == e->pc &&
            s->named[i]->op == e->op)
            return true;
    }
    return false;
}

static bool stay_because_named(struct stay *s, const struct rdl_event *e)
{
    if (s->t->cause == NULL || s->n == MOST_NAMED || !stay_at_line(s, e->pc) ||
        stay_later(s, e) || !stay_named(s->t, e))
        return false;
    s->named[s->n++] = e;
    return true;
}

void rdl_table_stay(struct rdl_table *t)
{
    struct stay *s = rdl_alloc(sizeof(*s));

    s->t = t;
    for (size_t i = t->n_acts; i > 0; i--) {
        struct table_act *a = &t->acts[i - 1];
        const enum rdl_op op = (enum rdl_op)a->e.op;

        a->named = stay_because_named(s, &a->e);
        a->stays =
            a->named || rdl_table_more(t, a, RDL_OP_WAIT) != NULL ||
            (stay_wakes(op) && rdl_table_more(t, a, RDL_OP_WAKE) != NULL);
        a->shown |= a->named;
    }
    free(s);
}

void rdl_table_about(struct rdl_table *t, const char *cause)
{
    t->cause = cause;
}
