/* print.c - the rows of a table: see table.h.
 *
 *   step | thread 1 deposit            | thread 2 withdraw
 *   -----+-----------------------------+-----------------------------
 *      9 | 13 int b = balance;         |
 *        |    read balance = 100       |
 *        |    -- preempted; holds lock |
 */
#include "report/table/pen.h"

#include "util/alloc.h"
#include "util/colour.h"
#include "util/width.h"

#include <string.h>

#define MOST_DEEDS 6  /* limit for one row, unless the table is full */
#define SHOWN_DEEDS 2 /* at either end of more */
#define KEPT_DEEDS 6  /* between them */
#define SHORT 40      /* steps of an execution that may be shown whole */
#define TRIES 4       /* to get a table that is short enough */
#define REREAD 8      /* latest parts of a row that are not repeated */

/* The row is complete: should its source be printed? */
static bool print_row_quotes(struct pen *pen)
{
    const struct row *r = &pen->row;
    struct latest *l = &pen->latest[r->tid];
    const bool before = rdl_pen_stays(pen, r->tid, r->place) && l->quoted;

    l->known = true;
    l->place = r->place;
    l->quoted = before || r->quotes;
    l->reason[0] = '\0';
    return r->quotes && !before;
}

/* Made only when printed: of a million acts at one line only a few are. */
static const char *print_part_text(struct pen *pen, struct row_part *d)
{
    char text[512];

    if (d->text == NULL)
        d->text = rdl_format(
            "%s", rdl_table_words(pen->page.t, d->act, text, sizeof(text)));
    return d->text;
}

/* The first part goes beside the source, if there is room, and the reason why
 * the thread lost the turn beside the last part. */
static void print_part(struct pen *pen, struct table_cell *cell,
                       struct row_part *d, bool close)
{
    const struct table_page *p = &pen->page;
    const char *text = print_part_text(pen, d);

    if (!close || !rdl_table_cell_beside(cell, d->style, p->cell, text))
        rdl_pen_text(p, cell, d->style, 2, 4, text);
}

static void print_left_out(const struct table_page *p, struct table_cell *cell,
                           size_t n)
{
    char text[64];

    if (n == 0)
        return;
    snprintf(text, sizeof(text), "... %zu step%s", n, n == 1 ? "" : "s");
    rdl_pen_text(p, cell, RDL_DIM, 0, 1, text);
}

/* Chooses the parts of a row that is too long. */
static void print_row_choose(struct row *r)
{
    size_t kept = 0, hidden = 0; /* acts up to the latest that is hidden */

    for (size_t i = 0; i < r->n; i++) {
        struct row_part *d = &r->parts[i];

        d->shown = i < SHOWN_DEEDS || i + SHOWN_DEEDS >= r->n || d->stays ||
                   (d->kept && kept++ < KEPT_DEEDS);
        /* The reader must see what repeats. */
        if (d->period > 0)
            d->shown = hidden + d->period <= d->acts;
        else if (!d->shown)
            hidden = d->acts;
    }
    /* A line about one left-out act takes as much room as the act. */
    for (size_t i = 1; i + 1 < r->n; i++)
        r->parts[i].shown |= r->parts[i].act != NULL && r->parts[i - 1].shown &&
                             r->parts[i + 1].shown;
}

static void print_row_end(struct pen *pen)
{
    struct row *r = &pen->row;
    const struct table_page *p = &pen->page;
    bool folds = !p->view->full && r->n > MOST_DEEDS;
    size_t left_out = 0;
    struct table_cell *cell;
    bool quotes;
    char text[64];

    if (!r->open)
        return;
    cell = rdl_pen_cell_of(pen, r->tid);
    quotes = print_row_quotes(pen);
    rdl_pen_source(p, cell, RDL_PLAIN, r->place,
                   quotes ? NULL : print_part_text(pen, &r->parts[0]));
    if (folds)
        print_row_choose(r);
    for (size_t i = 0; i < r->n; i++) {
        struct row_part *d = &r->parts[i];

        if (folds && !d->shown) {
            left_out += d->period > 0 ? d->steps : d->act != NULL;
            continue;
        }
        print_left_out(p, cell, left_out);
        left_out = 0;
        if (i > 0 || quotes)
            print_part(pen, cell, d, i == 0 || d->close);
    }
    while (r->n > 0)
        free(r->parts[--r->n].text);
    snprintf(text, sizeof(text), "%llu", (unsigned long long)r->step);
    rdl_pen_cells(pen, text, RDL_DIM);
    r->open = false;
    pen->stopped = p->view->stop != NULL && p->view->stop(p->view->data);
}

static void print_row_add(struct row *r, const struct row_part *part)
{
    if (r->n == r->room) {
        r->room = r->room * 2 + 8;
        r->parts = rdl_grow(r->parts, r->room * sizeof(*r->parts));
    }
    r->parts[r->n++] = *part;
}

/* The part on a named object is clear without the source; an expression has a
 * meaning of its own. */
static bool print_row_needs_source(struct rdl_table *t,
                                   const struct table_act *a,
                                   const struct rdl_place *place)
{
    const enum rdl_op_class class = rdl_op_class(a->e.op);
    char text[512];

    if (rdl_pen_no_source(place))
        return false;
    if (class != RDL_CLASS_THREAD && class != RDL_CLASS_LOCK &&
        class != RDL_CLASS_CONDITION && a->e.op != RDL_OP_SEM_POST)
        return true;
    return a->e.op == RDL_OP_DETACH || a->e.op == RDL_OP_DESTROY ||
           strstr(rdl_table_words(t, a, text, sizeof(text)), " 0x") != NULL;
}

/* Has the row just said that it reads this value there?  Headers of C++ read
 * the same member several times. */
static bool print_row_knows(const struct pen *pen, const struct table_act *a)
{
    const struct row *r = &pen->row;

    if (pen->page.view->full || a->e.op != RDL_OP_READ || a->named ||
        a->preempted)
        return false;
    for (size_t i = r->n; i > 0 && i + REREAD > r->n; i--) {
        const struct table_act *before = r->parts[i - 1].act;

        if (before == NULL || before->e.op != RDL_OP_READ)
            return false;
        if (before->e.addr == a->e.addr && before->e.size == a->e.size &&
            before->e.value == a->e.value)
            return true;
    }
    return false;
}

static void print_row_act(struct pen *pen, const struct table_act *a)
{
    struct rdl_table *t = pen->page.t;
    struct row *r = &pen->row;
    const struct rdl_place *place = rdl_table_act_place(t, a);

    if (r->open &&
        (r->tid != a->e.tid || !rdl_table_same_line(r->place, place)))
        print_row_end(pen);
    if (!r->open) {
        r->open = true;
        r->tid = a->e.tid;
        r->step = a->step;
        r->place = place;
        r->quotes = false;
        r->acts = r->all = 0;
    }
    r->acts++;
    r->all++;
    pen->whole++;
    if (print_row_knows(pen, a))
        return;
    r->quotes = r->quotes || print_row_needs_source(t, a, place);
    print_row_add(r, &(struct row_part){
                         .act = a,
                         .acts = r->all,
                         .style = RDL_GOOD,
                         .kept = a->overtaken || a->stays,
                         .stays = a->named || a->preempted,
                     });
}

static void print_row_say(struct row *r, const char *text)
{
    print_row_add(r, &(struct row_part){
                         .text = rdl_format("-- %s", text),
                         .style = RDL_WARN,
                         .kept = true,
                         .close = true,
                     });
}

/* "-- preempted; holds lock", in one line or in two. */
static void print_row_reason(struct pen *pen, const struct table_act *a)
{
    struct rdl_table *t = pen->page.t;
    char reason[512], holds[512], both[1032];

    rdl_table_reason(t, a, reason, sizeof(reason));
    if (reason[0] == '\0')
        return; /* a damaged record */
    rdl_table_holds(t, a, holds, sizeof(holds));
    snprintf(both, sizeof(both), "%s; %s", reason, holds);
    if (holds[0] != '\0' &&
        PEN_INDENT + 3 + rdl_width(both) <= pen->page.cell) {
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
           !t->acts[pen->next].again && !t->acts[pen->next].cut)
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
    cell = rdl_pen_cell_of(pen, t->acts[from].e.tid);
    rdl_table_folded(t, from, to, text, sizeof(text));
    rdl_pen_text(&pen->page, cell, RDL_DIM, 4, 4, text);
    rdl_pen_cells(pen, "", RDL_PLAIN);
}

/* What repeats may be a part of the row, or rows of several threads. */
static void print_row_again(struct pen *pen, const struct table_act *a)
{
    struct rdl_table *t = pen->page.t;
    struct row *r = &pen->row;
    char *text = rdl_format("... the last %zu step%s %zu more time%s (%zu "
                            "steps)",
                            a->period, a->period == 1 ? "" : "s", a->times,
                            a->times == 1 ? "" : "s", a->steps);

    if (pen->whole < a->period) {
        free(text); /* the reader would not see what repeats */
        pen->cut += a->steps;
        return;
    }
    pen->whole += a->steps;
    if (r->open && r->tid == a->e.tid && r->acts >= a->period &&
        rdl_table_same_line(r->place, rdl_table_act_place(t, a))) {
        print_row_add(r, &(struct row_part){ .text = text,
                                             .style = RDL_DIM,
                                             .acts = r->all,
                                             .period = a->period,
                                             .steps = a->steps });
        r->acts = 0;
        return;
    }
    print_row_end(pen);
    rdl_table_line(&pen->page, RDL_DIM, text);
    free(text);
}

static void print_row_cut(struct pen *pen)
{
    char text[64];

    if (pen->cut == 0)
        return;
    print_row_end(pen);
    snprintf(text, sizeof(text), "... %zu step%s left out", pen->cut,
             pen->cut == 1 ? "" : "s");
    rdl_table_line(&pen->page, RDL_DIM, text);
    pen->cut = pen->whole = 0;
}

/* The next act, before what is printed behind it. */
static void print_act(struct pen *pen, size_t i, size_t *folded)
{
    const struct table_act *a = &pen->page.t->acts[i];

    if (a->folded && *folded == SIZE_MAX)
        *folded = i;
    if ((a->shown || a->times > 0) && *folded != SIZE_MAX) {
        print_row_folded(pen, *folded, i);
        *folded = SIZE_MAX;
    }
    if (a->shown || a->times > 0 || *folded != SIZE_MAX)
        print_row_cut(pen);
    if (a->shown)
        print_row_act(pen, a);
    if (a->times > 0)
        print_row_again(pen, a);
    if (a->cut)
        print_row_end(pen); /* what follows is not its own */
    pen->cut += a->cut;
}

static void print_acts(struct pen *pen)
{
    struct rdl_table *t = pen->page.t;
    size_t folded = SIZE_MAX; /* the first that is not printed yet */

    for (size_t i = 0; i < t->n_acts && !pen->stopped; i++) {
        const struct table_act *a = &t->acts[i];

        print_act(pen, i, &folded);
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
    if (pen->stopped)
        rdl_table_line(p, RDL_BAD, "... stopped: the rest is left out");
    else
        rdl_pen_end(pen, ends);
    for (size_t c = 0; c < p->n_columns; c++)
        free(pen->cells[c].lines);
}

static void print_to(FILE *out, struct table_page *page, bool *ends)
{
    struct pen pen = { .page = *page };

    pen.page.out = out;
    print_rows(&pen, ends);
    page->file = pen.page.file;
    free(pen.cells);
    free(pen.latest);
    free(pen.row.parts);
}

/* The rows as text, for the footer to search and to count their lines.  Of a
 * full table there may be millions, so they are printed at once, and the result
 * is NULL. */
static char *print_table(FILE *out, struct table_page *page, bool *ends)
{
    char *rows = NULL;
    size_t size;

    rdl_table_layout(page);
    for (int again = 0; again < 2 && !page->view->full; again++) {
        FILE *memory;

        free(rows);
        memory = rdl_alloc_stream(&rows, &size);
        print_to(memory, page, ends);
        fclose(memory);
        rdl_table_layout_again(page);
    }
    if (page->view->full)
        print_to(out, page, ends);
    page->out = out;
    return rows;
}

/* Chooses acts that take about `lines` lines.  Returns how many that matter
 * were left out. */
static size_t print_choose(struct rdl_table *t,
                           const struct rdl_table_view *view, size_t lines)
{
    rdl_table_choose(t, view->full);
    if (view->full)
        return 0;
    /* A short execution in which nothing matters is shown whole. */
    if (!print_any_shown(t) && t->trace->n_steps <= SHORT) {
        rdl_table_choose(t, /*full=*/true);
        return 0;
    }
    rdl_table_fold(t);
    return rdl_table_cut(t, lines);
}

/* Prints it if it takes at most `limit` lines; returns how many it takes. */
static size_t print_once(FILE *out, struct rdl_table *t,
                         const struct rdl_table_view *view, bool *ends,
                         size_t room, size_t limit)
{
    struct table_page page = { .t = t, .view = view };
    const size_t gone = print_choose(t, view, room);
    size_t lines = 0;
    char *rows;

    if (ends != NULL)
        memset(ends, 0, RDL_MAX_THREADS * sizeof(*ends));
    rows = print_table(out, &page, ends);
    for (const char *c = rows; c != NULL && *c != '\0'; c++)
        lines += *c == '\n';
    if (lines <= limit && rows != NULL)
        fputs(rows, out);
    if (lines <= limit)
        rdl_table_foot(&page, gone, rows);
    free(rows);
    rdl_table_layout_free(&page);
    return lines;
}

void rdl_table_print(FILE *out, struct rdl_table *t,
                     const struct rdl_table_view *view, bool *ends)
{
    const size_t most = view->rows != 0 ? view->rows : RDL_TABLE_ROWS;
    size_t room = most, lines;

    /* In narrow columns a row takes more lines than expected. */
    for (size_t tries = 1; tries < TRIES; tries++) {
        lines = print_once(out, t, view, ends, room, most);
        if (lines <= most)
            return;
        room = room * most / lines;
    }
    print_once(out, t, view, ends, room, SIZE_MAX);
}
