/* layout.c - columns, or lanes: see page.h. */
#include "report/table/page.h"

#include "base/text.h"
#include "util/alloc.h"
#include "detect/waits.h"
#include "util/colour.h"
#include "util/width.h"
#include "report/finding/text.h"
#include "report/finding/wording.h"

#include <string.h>

#define NARROWEST_CELL 28
#define WIDEST_CELL 100
#define BAR 3 /* " | " */

static bool layout_in_cycle(const struct rdl_finding *f, rdl_tid tid)
{
    for (size_t i = 0; i < f->n_cycle && i < RDL_MAX_CYCLE; i++) {
        if (f->cycle[i] == tid)
            return true;
    }
    return false;
}

static size_t layout_digits(size_t n)
{
    return (size_t)snprintf(NULL, 0, "%zu", n);
}

/* Keeps the failing threads and those that acted last; all others share one
 * lane. */
static void layout_fold(struct table_page *p, size_t most)
{
    const struct rdl_table *t = p->t;
    bool *kept = rdl_alloc((t->n_threads + 1) * sizeof(bool));
    size_t n = 0, at = 0;

    for (size_t i = 0; i < t->n_threads && n < most; i++) {
        if (t->threads[i].seen &&
            (i == t->f->tid || layout_in_cycle(t->f, (rdl_tid)i))) {
            kept[i] = true;
            n++;
        }
    }
    for (size_t i = t->n_acts; i > 0 && n < most; i--) {
        const struct table_act *a = &t->acts[i - 1];

        if (!a->shown || kept[a->e.tid])
            continue;
        kept[a->e.tid] = true;
        n++;
    }
    for (size_t i = 0; i < p->n_columns; i++) {
        if (kept[p->columns[i]])
            p->columns[at++] = p->columns[i];
    }
    p->columns[at++] = RDL_NO_TID;
    p->n_columns = at;
    p->others = true;
    free(kept);
}

static void layout_lanes(struct table_page *p)
{
    const size_t room = p->view->width / 2;

    p->lanes = true;
    p->lane =
        1 + layout_digits(p->n_columns > 0 ? p->columns[p->n_columns - 1] : 0);
    if (p->lane < 3)
        p->lane = 3;
    if (p->n_columns * p->lane > room)
        layout_fold(p, room / p->lane - 1);
    p->cell = p->view->width - p->step - p->lane * p->n_columns - BAR;
}

static void layout_widths(struct table_page *p)
{
    p->wide = rdl_alloc((p->n_columns + 1) * sizeof(*p->wide));
    p->used = rdl_alloc((p->n_columns + 1) * sizeof(*p->used));
    for (size_t c = 0; c < p->n_columns; c++)
        p->wide[c] = p->cell;
}

static void layout_choose(struct table_page *p)
{
    const struct rdl_table *t = p->t;

    p->step = layout_digits(t->trace->n_steps) < 4
                  ? 4
                  : layout_digits(t->trace->n_steps);
    p->columns = rdl_alloc((t->n_threads + 2) * sizeof(rdl_tid));
    for (size_t i = 0; i < t->n_threads; i++) {
        if (t->threads[i].shown > 0 ||
            (t->threads[i].seen &&
             (i == t->f->tid || layout_in_cycle(t->f, (rdl_tid)i))))
            p->columns[p->n_columns++] = (rdl_tid)i;
    }
    if (p->n_columns == 0)
        return;
    p->cell = (p->view->width - p->step) / p->n_columns;
    if (p->cell < NARROWEST_CELL + BAR) {
        layout_lanes(p);
        return;
    }
    p->cell -= BAR;
    if (p->cell > WIDEST_CELL)
        p->cell = WIDEST_CELL;
}

void rdl_table_layout(struct table_page *p)
{
    layout_choose(p);
    layout_widths(p);
}

void rdl_table_layout_again(struct table_page *p)
{
    for (size_t c = 0; c < p->n_columns; c++)
        p->wide[c] = p->used[c];
}

void rdl_table_layout_free(struct table_page *p)
{
    free(p->columns);
    free(p->wide);
    free(p->used);
}

size_t rdl_table_column(const struct table_page *p, rdl_tid tid)
{
    for (size_t i = 0; i < p->n_columns; i++) {
        if (p->columns[i] == tid)
            return i;
    }
    return p->n_columns - 1; /* the lane of the others */
}

/* --- Lines ------------------------------------------------------------------
 */

static void layout_put(const struct table_page *p, int style, const char *text)
{
    if (style == RDL_PLAIN)
        fputs(text, p->out);
    else
        fprintf(p->out, "%s%s%s", rdl_colour(p->view->colour, style), text,
                rdl_colour(p->view->colour, RDL_PLAIN));
}

static void layout_spaces(const struct table_page *p, size_t n)
{
    fprintf(p->out, "%*s", (int)n, "");
}

static void layout_put_line(const struct table_page *p,
                            const struct table_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        layout_spaces(p, i > 0 ? TABLE_GAP : 0);
        layout_put(p, line->parts[i].style, line->parts[i].text);
    }
}

/* Line `i` of the cells side by side. */
static void layout_row_columns(const struct table_page *p,
                               const struct table_cell *cells, size_t i)
{
    for (size_t c = 0; c < p->n_columns; c++) {
        const struct table_line *line =
            i < cells[c].n ? &cells[c].lines[i] : NULL;
        const size_t used = line != NULL ? rdl_table_line_width(line) : 0;

        fputs(line != NULL || c + 1 < p->n_columns ? " | " : " |", p->out);
        if (line != NULL)
            layout_put_line(p, line);
        if (c + 1 < p->n_columns)
            layout_spaces(p, used < p->wide[c] ? p->wide[c] - used : 0);
        p->used[c] = used > p->used[c] ? used : p->used[c];
    }
}

static void layout_row_marks(const struct table_page *p, size_t column,
                             size_t i)
{
    for (size_t c = 0; c < p->n_columns; c++) {
        layout_spaces(p, p->lane - 1);
        if (c != column)
            layout_put(p, RDL_DIM, ".");
        else
            layout_put(p, RDL_BOLD, i == 0 ? "*" : "|");
    }
}

void rdl_table_row(const struct table_page *p, const char *step, int style,
                   const struct table_cell *cells)
{
    size_t height = 0;

    for (size_t c = 0; !p->lanes && c < p->n_columns; c++)
        height = cells[c].n > height ? cells[c].n : height;
    for (size_t i = 0; i < height; i++) {
        layout_spaces(p, i == 0 ? p->step - strlen(step) : p->step);
        layout_put(p, style, i == 0 ? step : "");
        layout_row_columns(p, cells, i);
        fputc('\n', p->out);
    }
    for (size_t c = 0; p->lanes && c < p->n_columns; c++) {
        for (size_t i = 0; i < cells[c].n; i++) {
            layout_spaces(p, i == 0 ? p->step - strlen(step) : p->step);
            layout_put(p, style, i == 0 ? step : "");
            layout_row_marks(p, c, i);
            layout_spaces(p, BAR);
            layout_put_line(p, &cells[c].lines[i]);
            fputc('\n', p->out);
        }
    }
}

void rdl_table_line(const struct table_page *p, int style, const char *text)
{
    char *copy = rdl_strdup(text);

    rdl_width_cut(copy, p->view->width - p->step - BAR);
    layout_spaces(p, p->step + BAR);
    layout_put(p, style, copy);
    fputc('\n', p->out);
    free(copy);
}

/* --- The header -------------------------------------------------------------
 */

static void layout_title(const struct table_page *p, rdl_tid tid, char *out,
                         size_t size)
{
    const struct rdl_thread_view *v = rdl_waits_view(p->t->f, tid);
    const char *function = rdl_table_function(p->t, tid);
    char name[sizeof(v->name) + 1] = "";

    if (v != NULL)
        rdl_wording_clean(name, sizeof(name), v->name, sizeof(v->name));
    if (name[0] != '\0')
        snprintf(out, size, "thread %u \"%s\" %s", tid, name, function);
    else
        snprintf(out, size, "thread %u %s", tid, function);
}

static void layout_line_of_dashes(const struct table_page *p)
{
    for (size_t i = 0; i < p->step; i++)
        fputc('-', p->out);
    for (size_t c = 0; c < p->n_columns; c++) {
        fputs("-+-", p->out);
        for (size_t i = 0; i < p->wide[c]; i++)
            fputc('-', p->out);
    }
    fputc('\n', p->out);
}

/* "0 main; 1-5 philosopher" */
static void layout_lanes_legend(const struct table_page *p)
{
    struct table_cell cell = { 0 };
    char text[2048] = "threads: ", tids[256];
    rdl_tid same[RDL_MAX_THREADS];
    size_t used = strlen(text);

    for (size_t i = 0; i < p->n_columns && used < sizeof(text) - 1; i++) {
        const char *function = rdl_table_function(p->t, p->columns[i]);
        bool done = p->columns[i] == RDL_NO_TID;
        size_t n = 0;

        for (size_t k = 0; k < p->n_columns; k++) {
            if (strcmp(function, rdl_table_function(p->t, p->columns[k])) != 0)
                continue;
            done |= k < i;
            if (p->columns[k] != RDL_NO_TID)
                same[n++] = p->columns[k];
        }
        if (done || n == 0)
            continue;
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s%s%s",
                                 i == 0 ? "" : "; ",
                                 rdl_wording_tids(same, n, tids, sizeof(tids)),
                                 function[0] != '\0' ? " " : "", function);
    }
    if (p->others && used < sizeof(text) - 1)
        snprintf(text + used, sizeof(text) - used, "; .. all others");
    rdl_table_cell_add(&cell, RDL_PLAIN, p->view->width, 0, 9, SIZE_MAX, text);
    for (size_t i = 0; i < cell.n; i++)
        fprintf(p->out, "%s\n", cell.lines[i].parts[0].text);
    rdl_table_cell_clear(&cell);
    free(cell.lines);
}

void rdl_table_header(const struct table_page *p)
{
    struct table_cell *cells;
    char text[128];

    if (p->lanes) {
        layout_lanes_legend(p);
        fprintf(p->out, "%*s", (int)p->step, "step");
        for (size_t c = 0; c < p->n_columns; c++) {
            if (p->columns[c] == RDL_NO_TID)
                fprintf(p->out, "%*s", (int)p->lane, "..");
            else
                fprintf(p->out, "%*u", (int)p->lane, p->columns[c]);
        }
        fputc('\n', p->out);
        return;
    }
    cells = rdl_alloc(p->n_columns * sizeof(*cells));
    for (size_t c = 0; c < p->n_columns; c++) {
        layout_title(p, p->columns[c], text, sizeof(text));
        rdl_width_shorten(text, p->cell);
        rdl_table_cell_add(&cells[c], RDL_BOLD, p->cell, 0, 2, 2, text);
    }
    rdl_table_row(p, "step", RDL_PLAIN, cells);
    layout_line_of_dashes(p);
    for (size_t c = 0; c < p->n_columns; c++) {
        rdl_table_cell_clear(&cells[c]);
        free(cells[c].lines);
    }
    free(cells);
}

const char *rdl_table_file(struct rdl_table *t)
{
    const char *file = NULL;
    struct rdl_place place;

    for (size_t i = 0; i < t->n_acts; i++) {
        const char *one;

        if (!t->acts[i].shown)
            continue;
        one = rdl_table_act_place(t, &t->acts[i])->file;
        if (one == NULL || (file != NULL && strcmp(file, one) != 0))
            return NULL;
        file = one;
    }
    if (file != NULL && rdl_finding_place(t->symbols, t->f, &place) &&
        place.file != NULL &&
        strcmp(rdl_text_base_name(file), rdl_text_base_name(place.file)) != 0)
        return NULL;
    return file;
}
