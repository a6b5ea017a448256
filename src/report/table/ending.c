/* ending.c - the last row of a table, how it failed: see pen.h. */
#include "report/table/pen.h"

#include "detect/waits.h"
#include "report/finding/text.h"
#include "report/finding/wording.h"
#include "symbols/stack.h"
#include "util/colour.h"

#include <string.h>

static void ending_failure(struct pen *pen)
{
    struct rdl_table *t = pen->page.t;
    const struct table_page *p = &pen->page;
    struct table_cell *cell = rdl_pen_cell_of(pen, t->f->tid);
    struct rdl_place place;
    char text[1024];

    if (rdl_finding_place(t->symbols, t->f, &place) &&
        !(rdl_pen_stays(pen, t->f->tid, &place) &&
          (pen->latest[t->f->tid].quoted || rdl_pen_no_source(&place))))
        rdl_pen_source(p, cell, RDL_BAD, &place, NULL);
    rdl_finding_headline(t->symbols, t->f, text, sizeof(text));
    rdl_pen_text(p, cell, RDL_BAD, 0, 4, text);
}

/* Does not repeat what the thread's previous row says: what it waits for, nor,
 * if it lost the turn to the holder, who holds it. */
static void ending_wait(struct pen *pen, const struct rdl_thread_view *v)
{
    struct rdl_table *t = pen->page.t;
    const struct table_page *p = &pen->page;
    struct table_cell *cell = rdl_pen_cell_of(pen, v->tid);
    struct rdl_place stack[RDL_MAX_STACK];
    char text[512], doing[256] = "waits", has[64] = "";
    const size_t n =
        rdl_stack_frames(t->symbols, t->f, v, stack, RDL_MAX_STACK);
    const bool known = n > 0 && rdl_pen_stays(pen, v->tid, &stack[0]);

    if (!known && n > 0)
        rdl_pen_source(p, cell, RDL_BAD, &stack[0], NULL);
    if (!known)
        rdl_wording_doing(t->symbols, v, doing, sizeof(doing));
    if (v->holder != RDL_NO_TID && v->wait != RDL_WAIT_JOIN)
        snprintf(has, sizeof(has), ": thread %u has it", v->holder);
    if (known && strstr(pen->latest[v->tid].reason, has) != NULL)
        has[0] = '\0';
    snprintf(text, sizeof(text), "%s for ever%s", doing, has);
    rdl_pen_text(p, cell, RDL_BAD, 0, 4, text);
}

/* Everybody waits: the failure is not due to one thread's step. */
static bool ending_stuck(const struct rdl_finding *f)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, f->tid);

    return f->tid == RDL_NO_TID || (v != NULL && v->state == RDL_WAITING);
}

void rdl_pen_end(struct pen *pen, bool *ends)
{
    const struct rdl_finding *f = pen->page.t->f;
    const bool all = ending_stuck(f);

    if (f->kind[0] == '\0')
        return;
    if (!all && f->tid < pen->page.t->n_threads)
        ending_failure(pen);
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (!rdl_table_has_column(&pen->page, v->tid))
            continue;
        if (all && v->state == RDL_WAITING)
            ending_wait(pen, v);
        if (ends != NULL)
            ends[v->tid] = all || v->tid == f->tid || v->state == RDL_ENDED;
    }
    rdl_pen_cells(pen, "FAIL", RDL_BAD);
}
