/* print.c - the rows of a table: see table.h.
 *
 *   step | thread 1 deposit            | thread 2 withdraw
 *   -----+-----------------------------+-----------------------------
 *      9 | 13 int b = balance;         |
 *        |    read balance = 100       |
 *        |    -- preempted; holds lock |
 */
#include "report/table/page.h"

#include "base/text.h"
#include "util/alloc.h"
#include "detect/waits.h"
#include "util/colour.h"
#include "util/width.h"
#include "report/finding/text.h"
#include "report/finding/wording.h"
#include "symbols/source.h"
#include "symbols/stack.h"

#include <string.h>

#define INDENT 3
#define SOURCE_LINES 3
#define MOST_DEEDS 6  /* limit for one row, unless the table is full */
#define SHOWN_DEEDS 2 /* at either end of more */
#define KEPT_DEEDS 4  /* between them */

struct deed {
    /* The act to put into words if there is no text. */
    const struct table_act *act;
    char *text;
    bool kept;  /* shown even if many are folded */
    bool stays; /* always shown */
};

struct row { /* consecutive acts of one thread at one line */
    bool open;
    rdl_tid tid;
    uint64_t step;
    struct rdl_place place;
    bool quotes; /* its source tells more than its deeds */
    bool gap;    /* something was left out since its latest act */
    size_t n, room;
    struct deed *deeds;
};

struct latest { /* what the reader knows from a thread's previous row */
    bool known;
    /* Its source is printed there, or in an earlier row of that line. */
    bool quoted;
    struct rdl_place place;
    char reason[64]; /* why it lost the turn, or "" */
};

struct pen {
    struct table_page page;
    struct row row;
    struct latest *latest;    /* of each thread */
    struct table_cell *cells; /* of the row */
    size_t next; /* next act that is shown or cut, as far as searched */
};

/* --- Cells ------------------------------------------------------------------
 */

static void print_drop_comment(char *source)
{
    char *comment = strstr(source, " /*");

    if (comment == NULL)
        comment = strstr(source, " //");
    if (comment == NULL)
        return;
    while (comment > source && comment[-1] == ' ')
        comment--;
    *comment = '\0';
}

/* Is no source of its file printed? */
static bool print_no_source(const struct rdl_place *place)
{
    return place->newer || place->unread;
}

/* "13 int b = balance;", or with `instead` for the source. */
static void print_add_source(const struct table_page *p,
                             struct table_cell *cell, int style,
                             const struct rdl_place *place, const char *instead)
{
    char source[512] = "", where[160], who[24] = "", text[1024];

    if (place->line == 0)
        rdl_place_format(place, where, sizeof(where));
    else if (p->file != NULL)
        snprintf(where, sizeof(where), "%u", place->line);
    else
        snprintf(where, sizeof(where), "%s:%u", rdl_text_base_name(place->file),
                 place->line);
    if (instead == NULL && rdl_source_quote(place, source, sizeof(source)))
        print_drop_comment(source);
    if (p->who != RDL_NO_TID)
        snprintf(who, sizeof(who), "thread %u: ", p->who);
    snprintf(text, sizeof(text), "%s%s %s", who, where,
             instead != NULL ? instead : source);
    rdl_table_cell_add(cell, style, p->cell, 0, INDENT, SOURCE_LINES, text);
}

static void print_cells(struct pen *pen, const char *step, int style)
{
    rdl_table_row(&pen->page, step, style, pen->cells);
    for (size_t c = 0; c < pen->page.n_columns; c++)
        rdl_table_cell_clear(&pen->cells[c]);
}

static struct table_cell *print_cell_of(struct pen *pen, rdl_tid tid)
{
    size_t column = rdl_table_column(&pen->page, tid);
    struct table_cell *cell = &pen->cells[column];

    /* The lane of all others does not show which thread it is. */
    pen->page.who = pen->page.columns[column] == RDL_NO_TID ? tid : RDL_NO_TID;
    return cell;
}

/* A lane leaves room for the first deed on the line of its source. */
static bool print_beside(const struct table_page *p, struct table_cell *cell,
                         int style, const char *deed)
{
    return p->lanes && rdl_table_cell_beside(cell, style, p->cell, deed);
}

/* Does the thread continue at the line of its previous row? */
static bool print_stays(const struct pen *pen, rdl_tid tid,
                        const struct rdl_place *place)
{
    const struct latest *l = &pen->latest[tid];

    return l->known && rdl_table_same_line(&l->place, place);
}

/* The row is complete: should its source be printed? */
static bool print_row_quotes(struct pen *pen)
{
    const struct row *r = &pen->row;
    struct latest *l = &pen->latest[r->tid];
    const bool before = print_stays(pen, r->tid, &r->place) && l->quoted;

    l->known = true;
    l->place = r->place;
    l->quoted = before || r->quotes;
    l->reason[0] = '\0';
    return r->quotes && !before;
}

/* Made only when printed: of a million acts at one line only a few are. */
static const char *print_deed_text(struct pen *pen, struct deed *d)
{
    char text[512];

    if (d->text == NULL)
        d->text = rdl_format(
            "%s", rdl_table_words(pen->page.t, d->act, text, sizeof(text)));
    return d->text;
}

static void print_row_end(struct pen *pen)
{
    struct row *r = &pen->row;
    const struct table_page *p = &pen->page;
    bool folds = !p->view->full && r->n > MOST_DEEDS;
    size_t kept = 0, left_out = 0;
    struct table_cell *cell;
    bool quotes;
    char text[64];

    if (!r->open)
        return;
    cell = print_cell_of(pen, r->tid);
    quotes = print_row_quotes(pen);
    print_add_source(p, cell, RDL_PLAIN, &r->place,
                     quotes ? NULL : print_deed_text(pen, &r->deeds[0]));
    for (size_t i = 0; i < r->n; i++) {
        struct deed *d = &r->deeds[i];
        int style = d->act == NULL ? RDL_WARN : RDL_GOOD;
        bool shown = !folds || i < SHOWN_DEEDS || i + SHOWN_DEEDS >= r->n ||
                     d->stays || (d->kept && kept++ < KEPT_DEEDS);

        if (!shown && left_out++ > 0)
            continue;
        if (!shown)
            rdl_table_cell_add(cell, RDL_DIM, p->cell, INDENT, INDENT, 1,
                               "...");
        else if (i > 0 || (quotes && !print_beside(p, cell, style,
                                                   print_deed_text(pen, d))))
            rdl_table_cell_add(cell, style, p->cell, INDENT, INDENT + 2, 4,
                               print_deed_text(pen, d));
        if (shown)
            left_out = 0;
    }
    while (r->n > 0)
        free(r->deeds[--r->n].text);
    snprintf(text, sizeof(text), "%llu", (unsigned long long)r->step);
    print_cells(pen, text, RDL_DIM);
    r->open = false;
}

static void print_row_add(struct row *r, const struct deed *deed)
{
    if (r->n == r->room) {
        r->room = r->room * 2 + 8;
        r->deeds = rdl_grow(r->deeds, r->room * sizeof(*r->deeds));
    }
    r->deeds[r->n++] = *deed;
}

/* The deed on a named object is clear without the source; an expression has a
 * meaning of its own. */
static bool print_row_needs_source(struct rdl_table *t,
                                   const struct table_act *a,
                                   const struct rdl_place *place)
{
    char text[512];

    if (print_no_source(place))
        return false;
    switch (a->e.op) {
    case RDL_OP_START:
    case RDL_OP_CREATE:
    case RDL_OP_JOIN:
    case RDL_OP_EXIT:
    case RDL_OP_LOCK:
    case RDL_OP_HOLD:
    case RDL_OP_TRYLOCK:
    case RDL_OP_UNLOCK:
    case RDL_OP_WAIT:
    case RDL_OP_WAKE:
    case RDL_OP_SIGNAL:
    case RDL_OP_BROADCAST:
    case RDL_OP_SEM_POST:
        return strstr(rdl_table_words(t, a, text, sizeof(text)), " 0x") != NULL;
    default:
        return true;
    }
}

static void print_row_act(struct pen *pen, const struct table_act *a)
{
    struct rdl_table *t = pen->page.t;
    struct row *r = &pen->row;
    struct rdl_place place;

    rdl_table_act_place(t, a, &place);
    if (r->open && (r->tid != a->e.tid || r->gap ||
                    !rdl_table_same_line(&r->place, &place)))
        print_row_end(pen);
    if (!r->open) {
        r->open = true;
        r->tid = a->e.tid;
        r->step = a->step;
        r->place = place;
        r->quotes = r->gap = false;
    }
    r->quotes = r->quotes || print_row_needs_source(t, a, &place);
    print_row_add(
        r, &(struct deed){ .act = a, .kept = a->overtaken, .stays = a->stays });
}

static void print_row_say(struct row *r, const char *text)
{
    print_row_add(
        r, &(struct deed){ .text = rdl_format("-- %s", text), .kept = true });
}

/* "-- preempted; holds lock", in one line or in two. */
static void print_row_reason(struct pen *pen, const struct table_act *a)
{
    struct rdl_table *t = pen->page.t;
    char reason[512], holds[512], both[1032];

    rdl_table_reason(t, a, reason, sizeof(reason));
    rdl_table_holds(t, a, holds, sizeof(holds));
    snprintf(both, sizeof(both), "%s; %s", reason, holds);
    if (holds[0] != '\0' && INDENT + 3 + rdl_width(both) <= pen->page.cell) {
        print_row_say(&pen->row, both);
        return;
    }
    print_row_say(&pen->row, reason);
    if (holds[0] != '\0')
        print_row_say(&pen->row, holds);
}

/* Is the next visible act of the same thread, with nothing left out?  Then the
 * reason why the turn went elsewhere meanwhile adds nothing. (Never so after a
 * preemption of a shrunk execution: pin.c.) */
static bool print_row_goes_on(struct pen *pen, size_t i)
{
    const struct rdl_table *t = pen->page.t;
    const struct table_act *next;

    if (pen->next <= i)
        pen->next = i + 1;
    while (pen->next < t->n_acts && !t->acts[pen->next].shown &&
           !t->acts[pen->next].cut)
        pen->next++;
    next = &t->acts[pen->next];
    return pen->next < t->n_acts && !next->cut &&
           next->e.tid == t->acts[i].e.tid;
}

static void print_row_folded(struct pen *pen, size_t from, size_t to)
{
    struct rdl_table *t = pen->page.t;
    struct table_cell *cell;
    char text[256];

    print_row_end(pen);
    cell = print_cell_of(pen, t->acts[from].e.tid);
    rdl_table_folded(t, from, to, text, sizeof(text));
    rdl_table_cell_add(cell, RDL_DIM, pen->page.cell, INDENT, INDENT + 4, 4,
                       text);
    print_cells(pen, "", RDL_PLAIN);
}

static void print_acts(struct pen *pen)
{
    struct rdl_table *t = pen->page.t;
    size_t folded = SIZE_MAX; /* the first that is not printed yet */

    for (size_t i = 0; i < t->n_acts; i++) {
        const struct table_act *a = &t->acts[i];

        if (a->folded && folded == SIZE_MAX)
            folded = i;
        if (a->shown && folded != SIZE_MAX) {
            print_row_folded(pen, folded, i);
            folded = SIZE_MAX;
        }
        if (a->shown)
            print_row_act(pen, a);
        pen->row.gap |= a->cut;
        if (a->end == TABLE_GOES_ON || !pen->row.open ||
            pen->row.tid != a->e.tid || print_row_goes_on(pen, i))
            continue;
        print_row_reason(pen, a);
        print_row_end(pen);
        rdl_table_reason(t, a, pen->latest[a->e.tid].reason,
                         sizeof(pen->latest->reason));
    }
    print_row_end(pen);
}

/* --- The end ----------------------------------------------------------------
 */

static void print_end_failure(struct pen *pen)
{
    struct rdl_table *t = pen->page.t;
    const struct table_page *p = &pen->page;
    struct table_cell *cell = print_cell_of(pen, t->f->tid);
    struct rdl_place place;
    char text[1024];

    if (rdl_finding_place(t->symbols, t->f, &place) &&
        !(print_stays(pen, t->f->tid, &place) &&
          (pen->latest[t->f->tid].quoted || print_no_source(&place))))
        print_add_source(p, cell, RDL_BAD, &place, NULL);
    rdl_finding_headline(t->symbols, t->f, text, sizeof(text));
    rdl_table_cell_add(cell, RDL_BAD, p->cell, INDENT, INDENT, 4, text);
}

/* Does not repeat what the thread's previous row says: what it waits for, nor,
 * if it lost the turn to the holder, who holds it. */
static void print_end_wait(struct pen *pen, const struct rdl_thread_view *v)
{
    struct rdl_table *t = pen->page.t;
    const struct table_page *p = &pen->page;
    struct table_cell *cell = print_cell_of(pen, v->tid);
    struct rdl_place stack[RDL_MAX_STACK];
    char text[512], doing[256] = "waits", has[64] = "";
    const size_t n =
        rdl_stack_frames(t->symbols, t->f, v, stack, RDL_MAX_STACK);
    const bool known = n > 0 && print_stays(pen, v->tid, &stack[0]);

    if (!known && n > 0)
        print_add_source(p, cell, RDL_BAD, &stack[0], NULL);
    if (!known)
        rdl_wording_doing(t->symbols, v, doing, sizeof(doing));
    if (v->holder != RDL_NO_TID && v->wait != RDL_WAIT_JOIN)
        snprintf(has, sizeof(has), ": thread %u has it", v->holder);
    if (known && strstr(pen->latest[v->tid].reason, has) != NULL)
        has[0] = '\0';
    snprintf(text, sizeof(text), "%s for ever%s", doing, has);
    rdl_table_cell_add(cell, RDL_BAD, p->cell, INDENT, INDENT, 4, text);
}

/* Everybody waits: the failure is not due to one thread's step. */
static bool print_stuck(const struct rdl_finding *f)
{
    const struct rdl_thread_view *v = rdl_waits_view(f, f->tid);

    return f->tid == RDL_NO_TID || (v != NULL && v->state == RDL_WAITING);
}

static void print_end(struct pen *pen, bool *ends)
{
    const struct rdl_finding *f = pen->page.t->f;
    const bool all = print_stuck(f);

    if (f->kind[0] == '\0')
        return;
    if (!all && f->tid < pen->page.t->n_threads)
        print_end_failure(pen);
    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (!rdl_table_has_column(&pen->page, v->tid))
            continue;
        if (all && v->state == RDL_WAITING)
            print_end_wait(pen, v);
        if (ends != NULL)
            ends[v->tid] = all || v->tid == f->tid || v->state == RDL_ENDED;
    }
    print_cells(pen, "FAIL", RDL_BAD);
}

static bool print_any_shown(const struct rdl_table *t)
{
    for (size_t i = 0; i < t->n_acts; i++) {
        if (t->acts[i].shown)
            return true;
    }
    return false;
}

static void print_rows(struct pen *pen, bool *ends)
{
    struct table_page *p = &pen->page;
    struct rdl_table *t = p->t;

    if (p->n_columns == 0)
        return;
    p->file = rdl_table_file(t);
    pen->cells = rdl_alloc(p->n_columns * sizeof(struct table_cell));
    pen->latest = rdl_alloc((t->n_threads + 1) * sizeof(*pen->latest));
    rdl_table_header(p);
    print_acts(pen);
    print_end(pen, ends);
    for (size_t c = 0; c < p->n_columns; c++)
        free(pen->cells[c].lines);
}

/* The rows are saved for the footer to search.  Those of a full table are not,
 * since there may be millions and each step is printed in full. */
static void print_table(FILE *out, struct pen *pen, size_t gone, bool *ends)
{
    struct table_page *p = &pen->page;
    char *rows = NULL;
    size_t size;

    p->out = p->view->full ? NULL : open_memstream(&rows, &size);
    if (p->out == NULL)
        p->out = out;
    print_rows(pen, ends);
    if (p->out != out) {
        fclose(p->out);
        fwrite(rows, 1, size, out);
        p->out = out;
    }
    rdl_table_foot(p, gone, rows);
    free(rows);
}

void rdl_table_print(FILE *out, struct rdl_table *t,
                     const struct rdl_table_view *view, bool *ends)
{
    struct pen pen = { .page = { .t = t, .view = view } };
    size_t gone = 0;

    rdl_table_choose(t, view->full);
    /* A short execution in which nothing matters is shown whole. */
    if (!view->full && !print_any_shown(t) &&
        t->trace->n_steps <= RDL_TABLE_ROWS)
        rdl_table_choose(t, /*full=*/true);
    else if (!view->full)
        gone = rdl_table_cut(t, view->rows != 0 ? view->rows : RDL_TABLE_ROWS);
    rdl_table_layout(&pen.page);
    print_table(out, &pen, gone, ends);
    free(pen.cells);
    free(pen.latest);
    free(pen.row.deeds);
    free(pen.page.columns);
}
