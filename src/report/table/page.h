/* page.h - a table while it is printed: what the rows (print.c) and the two
 * layouts (layout.c) share. */
#ifndef RDL_REPORT_TABLE_PAGE_H
#define RDL_REPORT_TABLE_PAGE_H

#include "report/table/internal.h"

struct table_page {
    FILE *out;
    struct rdl_table *t;
    const struct rdl_table_view *view;
    size_t n_columns;
    rdl_tid *columns; /* threads, ascending */
    /* Lanes are narrow columns with a mark each; the text is beside them.  They
     * serve when there are too many threads for a column each. */
    bool lanes;
    bool others; /* the last lane is that of all other threads */
    size_t lane; /* width of one */
    size_t step; /* width of the numbers of steps */
    size_t cell; /* width of a cell */
    /* Of each column: how wide it is printed, and the widest line so far. Lines
     * break at `cell`; a table that is not full is then printed again with
     * columns as wide as they need. */
    size_t *wide, *used;
    const char *file; /* the file of all lines; NULL: several files */
    rdl_tid who;      /* thread to name in the cell; RDL_NO_TID: none */
};

/* Chooses the threads that have columns, and the widths. */
void rdl_table_layout(struct table_page *p);
/* Makes columns as narrow as what was printed allows. */
void rdl_table_layout_again(struct table_page *p);
void rdl_table_layout_free(struct table_page *p);
/* The file of all shown lines; NULL: several files. */
const char *rdl_table_file(struct rdl_table *t);
void rdl_table_header(const struct table_page *p);
/* The column of a thread. */
size_t rdl_table_column(const struct table_page *p, rdl_tid tid);
/* Prints one row: a cell for each column, most of them empty. */
void rdl_table_row(const struct table_page *p, const char *step, int style,
                   const struct table_cell *cells);
/* A line across all columns. */
void rdl_table_line(const struct table_page *p, int style, const char *text);

/* footer.c */
bool rdl_table_has_column(const struct table_page *p, rdl_tid tid);
/* gone: steps that did not fit; said: the text of the rows, or NULL if it was
 * not saved. */
void rdl_table_foot(const struct table_page *p, size_t gone, const char *said);

#endif
