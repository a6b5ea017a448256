/* pen.h - the rows of a table while they are printed: what print.c (the acts),
 * pen.c (cells) and ending.c (the failure) share. */
#ifndef RDL_REPORT_TABLE_PEN_H
#define RDL_REPORT_TABLE_PEN_H

#include "report/table/page.h"

#define PEN_INDENT 3

struct row_part {
    /* The act to put into words if there is no text. */
    const struct table_act *act;
    char *text;
    int style;   /* enum rdl_colour */
    bool kept;   /* shown even if many are folded */
    bool stays;  /* always shown */
    bool close;  /* on the line before, if there is room */
    size_t acts; /* of the row, up to here */
    /* What repeats: these many of the latest acts, in that many steps. */
    size_t period, steps;
    bool shown;
};

struct row { /* consecutive acts of one thread at one line */
    bool open;
    rdl_tid tid;
    uint64_t step;
    const struct rdl_place *place;
    bool quotes; /* its source tells more than its parts */
    size_t acts; /* since the latest line about what repeats */
    size_t all;  /* acts, whether they have a part or not */
    size_t n, room;
    struct row_part *parts;
};

struct latest { /* what the reader knows from a thread's previous row */
    bool known;
    /* Its source is printed there, or in an earlier row of that line. */
    bool quoted;
    const struct rdl_place *place;
    char reason[64]; /* why it lost the turn, or "" */
};

struct pen {
    struct table_page page;
    struct row row;
    struct latest *latest;    /* of each thread */
    struct table_cell *cells; /* of the row */
    size_t next;  /* next act that is shown or cut, as far as searched */
    size_t cut;   /* steps left out since the latest row */
    size_t whole; /* steps since something was left out */
    bool stopped; /* the caller wants no more */
};

/* pen.c: prints the cells as a row, and empties them. */
void rdl_pen_cells(struct pen *pen, const char *step, int style);
struct table_cell *rdl_pen_cell_of(struct pen *pen, rdl_tid tid);
/* "13 int b = balance;", or with `instead` for the source. */
void rdl_pen_source(const struct table_page *p, struct table_cell *cell,
                    int style, const struct rdl_place *place,
                    const char *instead);
/* Text of at most `most` lines; long words are shortened in the middle if the
 * text fits into one line then. */
void rdl_pen_text(const struct table_page *p, struct table_cell *cell,
                  int style, size_t hang, size_t most, const char *text);
/* Does the thread continue at the line of its previous row? */
bool rdl_pen_stays(const struct pen *pen, rdl_tid tid,
                   const struct rdl_place *place);
/* Is no source of its file printed? */
bool rdl_pen_no_source(const struct rdl_place *place);

/* ending.c: how it failed.  `ends`: see rdl_table_print(). */
void rdl_pen_end(struct pen *pen, bool *ends);

#endif
