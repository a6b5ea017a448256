/* label.c - see label.h.  It makes a table of the observed execution and asks
 * it for the words of each step, so that an explanation and the table use the
 * same names. */
#include "report/explanation/label.h"

#include "base/text.h"
#include "detect/waits.h"
#include "report/explanation/internal.h"
#include "report/finding/wording.h"
#include "symbols/stack.h"
#include "trace/numbers.h"

#include <stdio.h>
#include <string.h>

static void label_place(const struct rdl_place *place,
                        struct rdl_fact_place *out)
{
    if (place->file != NULL && place->line != 0) {
        rdl_text_copy(out->file, place->file, sizeof(out->file));
        if (strlen(place->file) >= sizeof(out->file))
            rdl_text_copy(out->file, rdl_text_base_name(place->file),
                          sizeof(out->file));
        out->line = place->line;
    } else {
        snprintf(out->file, sizeof(out->file), "%s+0x%lx",
                 place->module != NULL ? place->module : "",
                 (unsigned long)place->offset);
        out->line = 0;
    }
    rdl_text_clean(out->file);
}

static void label_pc(struct rdl_table *t, uintptr_t pc,
                     struct rdl_fact_place *out)
{
    struct rdl_place place;

    rdl_table_place(t, pc, &place);
    label_place(&place, out);
}

/* The call, or the place where the compiler inlined the function. */
static void label_call(struct rdl_table *t, struct rdl_fact_step *s)
{
    struct rdl_place frames[8];
    const size_t n = rdl_symbols_frames(t->symbols, s->pc, frames, 8);
    size_t i = 0;

    while (i + 1 < n && !rdl_stack_own(&frames[i]))
        i++;
    if (i + 1 < n && frames[i].inlined && frames[i + 1].line != 0 &&
        frames[i + 1].file != NULL)
        label_place(&frames[i + 1], &s->call);
    else if (s->called != 0)
        label_pc(t, s->called, &s->call);
}

/* The act of the step, or NULL. */
static const struct table_act *label_act(const struct rdl_table *t,
                                         const struct rdl_fact_step *s)
{
    size_t low = 0;

    for (size_t high = t->n_acts; low < high;) {
        const size_t middle = low + (high - low) / 2;

        if (t->acts[middle].step < s->step)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < t->n_acts && t->acts[low].step == s->step; low++) {
        if (t->acts[low].e.pc == s->pc)
            return &t->acts[low];
    }
    return NULL;
}

/* For a step in a header of a library: where the program called it, as in the
 * table.  False if it is not one, or if the call is not known. */
static bool label_caller(struct rdl_table *t, struct rdl_fact_step *s)
{
    const struct table_act *act = label_act(t, s);
    struct rdl_place place;

    rdl_table_place(t, s->pc, &place);
    if (act == NULL || rdl_stack_own(&place) ||
        !rdl_stack_own(rdl_table_act_place(t, act)))
        return false;
    label_place(rdl_table_act_place(t, act), &s->place);
    return true;
}

/* "mutex a->m": the name that the table uses, which knows more pointers. */
static void label_awaited(struct rdl_table *t, const struct rdl_thread_view *v,
                          char *out, size_t size)
{
    const char *name = rdl_table_name(t, v->wait_object);
    char *bare, rest[64];

    rdl_wording_awaited(t->symbols, v, out, size);
    bare = strstr(out, "0x");
    if (bare == NULL || v->wait_object == 0 || strncmp(name, "0x", 2) == 0)
        return;
    snprintf(rest, sizeof(rest), "%s",
             bare + strspn(bare, "0123456789abcdefx"));
    snprintf(bare, size - (size_t)(bare - out), "%s%s", name, rest);
}

/* The view of a thread that waits for the lock of the step: it has the lock's
 * name. */
static const struct rdl_thread_view *label_view(const struct rdl_finding *f,
                                                const struct rdl_fact_step *s)
{
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (s->role == RDL_ROLE_HOLDS
                ? v->holder == s->tid && v->wait_object == s->addr
                : v->tid == s->tid)
            return v;
    }
    return NULL;
}

/* A wait is named by its beginning: "lock m", not that it has ended. */
static enum rdl_op label_began(enum rdl_op op)
{
    switch (op) {
    case RDL_OP_HOLD:
        return RDL_OP_LOCK;
    case RDL_OP_WAKE:
        return RDL_OP_WAIT;
    default:
        return op;
    }
}

static void label_what(struct rdl_table *t, struct rdl_fact_step *s)
{
    struct rdl_event e = explanation_event(s);
    const struct rdl_thread_view *v;

    if (s->role == RDL_ROLE_EXPIRED)
        e.op = (uint8_t)label_began((enum rdl_op)s->op);
    switch (s->role) {
    case RDL_ROLE_HOLDS:
    case RDL_ROLE_WAITS:
    case RDL_ROLE_BLOCKED:
        v = label_view(t->f, s);
        if (v != NULL)
            label_awaited(t, v, s->what, sizeof(s->what));
        break;
    case RDL_ROLE_OUTER_LOCK:
    case RDL_ROLE_INNER_LOCK:
    case RDL_ROLE_LOCK:
        rdl_text_copy(s->what, rdl_table_name(t, s->addr), sizeof(s->what));
        break;
    case RDL_ROLE_TEST:
        break;
    default:
        if (s->op != RDL_NO_OP)
            rdl_table_operation(t, &e, s->what, sizeof(s->what));
    }
    rdl_text_clean(s->what);
}

static void label_thread(struct rdl_table *t, rdl_tid tid,
                         struct rdl_explanation *x)
{
    const char *function = rdl_table_function(t, tid);
    struct rdl_fact_thread *thread = &x->threads[x->n_threads];

    if (function[0] == '\0' || x->n_threads == RDL_FACT_THREADS ||
        rdl_explanation_function(x, tid)[0] != '\0')
        return;
    thread->tid = tid;
    rdl_text_copy(thread->function, function, sizeof(thread->function));
    rdl_text_clean(thread->function);
    x->n_threads++;
}

/* Threads are known by slot up to here, and by number from here on. */
static void label_numbers(const struct rdl_trace *trace,
                          struct rdl_explanation *x)
{
    for (size_t i = 0; i < x->n; i++) {
        struct rdl_fact *f = &x->facts[i];
        size_t turn = RDL_NO_STEP; /* a step of the thread that was moved */

        for (size_t k = 0; k < f->n_steps; k++) {
            struct rdl_fact_step *s = &f->steps[k];
            const size_t step =
                s->step == RDL_FACT_NO_STEP ? RDL_NO_STEP : (size_t)s->step;

            if (s->tid == f->turn && turn == RDL_NO_STEP)
                turn = step;
            s->tid = rdl_trace_number_of(trace, s->tid, step);
        }
        f->turn = rdl_trace_number_of(trace, f->turn, turn);
    }
}

void rdl_explanation_label(struct rdl_shared *shared,
                           struct rdl_symbols *symbols,
                           struct rdl_explanation *x)
{
    struct rdl_trace trace;
    struct rdl_table *t;

    if (x->n == 0)
        return;
    if (!rdl_trace_take(&trace, shared)) {
        rdl_trace_free(&trace);
        x->n = 0;
        return;
    }
    label_numbers(&trace, x);
    rdl_trace_number(&trace);
    t = rdl_table_new(&trace, symbols);
    for (size_t i = 0; i < x->n; i++) {
        struct rdl_fact *f = &x->facts[i];

        rdl_explanation_test(t, f);
        for (size_t k = 0; k < f->n_steps; k++) {
            struct rdl_fact_step *s = &f->steps[k];

            label_what(t, s);
            label_thread(t, s->tid, x);
            if (s->pc == 0)
                continue;
            if (label_caller(t, s))
                continue;
            label_pc(t, s->pc, &s->place);
            label_call(t, s);
        }
    }
    rdl_table_free(t);
    rdl_trace_free(&trace);
}
