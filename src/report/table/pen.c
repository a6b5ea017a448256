/* pen.c - the cells of a row: see pen.h. */
#include "report/table/pen.h"

#include "base/text.h"
#include "symbols/source.h"
#include "util/alloc.h"
#include "util/width.h"

#include <string.h>

#define SOURCE_LINES 2

static void pen_drop_comment(char *source)
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

bool rdl_pen_no_source(const struct rdl_place *place)
{
    return place->newer || place->unread;
}

void rdl_pen_source(const struct table_page *p, struct table_cell *cell,
                    int style, const struct rdl_place *place,
                    const char *instead)
{
    char source[512] = "", where[160], who[24] = "", text[1024];

    /* At line 0 of a file, or in code without lines. */
    if (place->line == 0 || place->file == NULL)
        rdl_place_format(place, where, sizeof(where));
    else if (p->file != NULL)
        snprintf(where, sizeof(where), "%u", place->line);
    else
        snprintf(where, sizeof(where), "%s:%u", rdl_text_base_name(place->file),
                 place->line);
    if (instead == NULL && rdl_source_quote(place, source, sizeof(source)))
        pen_drop_comment(source);
    if (p->who != RDL_NO_TID)
        snprintf(who, sizeof(who), "thread %u: ", p->who);
    snprintf(text, sizeof(text), "%s%s %s", who, where,
             instead != NULL ? instead : source);
    if (instead != NULL)
        rdl_width_shorten(text, p->cell);
    rdl_table_cell_add(cell, style, p->cell, 0, PEN_INDENT, SOURCE_LINES, text);
}

void rdl_pen_text(const struct table_page *p, struct table_cell *cell,
                  int style, size_t hang, size_t most, const char *text)
{
    char *copy = rdl_strdup(text);

    rdl_width_shorten(copy, p->cell - PEN_INDENT);
    rdl_table_cell_add(cell, style, p->cell, PEN_INDENT, PEN_INDENT + hang,
                       most, copy);
    free(copy);
}

void rdl_pen_cells(struct pen *pen, const char *step, int style)
{
    rdl_table_row(&pen->page, step, style, pen->cells);
    for (size_t c = 0; c < pen->page.n_columns; c++)
        rdl_table_cell_clear(&pen->cells[c]);
}

struct table_cell *rdl_pen_cell_of(struct pen *pen, rdl_tid tid)
{
    size_t column = rdl_table_column(&pen->page, tid);
    struct table_cell *cell = &pen->cells[column];

    /* The lane of all others does not show which thread it is. */
    pen->page.who = pen->page.columns[column] == RDL_NO_TID ? tid : RDL_NO_TID;
    return cell;
}

bool rdl_pen_stays(const struct pen *pen, rdl_tid tid,
                   const struct rdl_place *place)
{
    const struct latest *l = &pen->latest[tid];

    return l->known && rdl_table_same_line(l->place, place);
}
