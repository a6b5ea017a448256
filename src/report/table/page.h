/* page.h - a table on its way to the terminal: what the rows
 * (print.c) and the two layouts (layout.c) share. */
#ifndef RDL_REPORT_TABLE_PAGE_H
#define RDL_REPORT_TABLE_PAGE_H

#include "report/table/internal.h"

struct table_page {
    FILE *out;
    struct rdl_table *t;
    const struct rdl_table_view *view;
    size_t n_columns;
    rdl_tid *columns; /* threads, ascending */
    /* Lanes are narrow columns with a mark each; what happens stands beside
     * them.  For more threads than have room to speak for themselves. */
    bool lanes;
    bool others;      /* the last lane is that of all other threads */
    size_t lane;      /* width of one */
    size_t step;      /* width of the numbers of steps */
    size_t cell;      /* width of a cell */
    const char *file; /* of all lines; NULL: there are several */
    rdl_tid who;      /* to be named in the cell; RDL_NO_TID: nobody */
};

/* Which threads have columns, and how wide they are. */
void rdl_table_layout(struct table_page *p);
/* The file of all lines that are shown; NULL: there are several. */
const char *rdl_table_file(struct rdl_table *t);
void rdl_table_header(const struct table_page *p);
/* The column of a thread. */
size_t rdl_table_column(const struct table_page *p, rdl_tid tid);
/* One row; a cell for each column, of which only those with lines speak. */
void rdl_table_row(const struct table_page *p, const char *step, int style,
                   const struct table_cell *cells);

/* footer.c */
bool rdl_table_has_column(const struct table_page *p, rdl_tid tid);
/* gone: steps that were left out for want of room; said: the rows;
 * NULL: they were not kept. */
void rdl_table_foot(const struct table_page *p, size_t gone, const char *said);

#endif
