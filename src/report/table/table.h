/* table.h - an interleaving as people read it: one column for each thread, one
 * row for each source line that a thread was at, with the values read and
 * written there, the locks held, and why another thread ran next.  Made from a
 * trace (trace/trace.h).
 *
 * By default it shows only the steps that matter: accesses to memory that
 * threads share, that at least one of them writes, and that creating and
 * joining threads does not order; locks that more than one thread uses;
 * waiting, signalling and the like. */
#ifndef RDL_REPORT_TABLE_TABLE_H
#define RDL_REPORT_TABLE_TABLE_H

#include "explain/facts/explanation.h"
#include "symbols/symbol.h"
#include "trace/trace.h"

#include <jansson.h>
#include <stdio.h>

struct rdl_table;

/* The trace must have steps; trace and symbols outlive the table. */
struct rdl_table *rdl_table_new(const struct rdl_trace *trace,
                                struct rdl_symbols *symbols);
void rdl_table_free(struct rdl_table *t);
/* What raddle knows about the failure. */
struct rdl_table_about {
    /* The explanation, which outlives the table: the table shows its steps.
     * NULL: not known. */
    const struct rdl_explanation *why;
    bool shrunk; /* every preemption is needed, so all are shown */
    /* Its file, for the command that shows everything; NULL: not known. */
    const char *schedule;
};
void rdl_table_about(struct rdl_table *t, const struct rdl_table_about *about);

struct rdl_table_view {
    size_t width; /* columns of the terminal */
    bool colour;
    bool full;   /* every step of every thread */
    size_t rows; /* lines of rows, if not full; 0: RDL_TABLE_ROWS */
    /* Asked after each row: shall the table end here?  NULL: never. */
    bool (*stop)(void *data);
    void *data;
};
#define RDL_TABLE_ROWS 90

/* `ends`: NULL, or set to true for each thread (RDL_MAX_THREADS) whose state at
 * the end is in the table. */
void rdl_table_print(FILE *out, struct rdl_table *t,
                     const struct rdl_table_view *view, bool *ends);
/* "threads" and "steps" of an object (docs/json.md), at most `most` steps:
 * those around switches.  Returns how many were left out.  `files`:
 * json_place.h. */
size_t rdl_table_json(struct rdl_table *t, size_t most, json_t *object,
                      json_t *files);

/* COLUMNS, or the width of the terminal, or RDL_TABLE_WIDTH. */
#define RDL_TABLE_NARROWEST 60
#define RDL_TABLE_WIDEST 400
#define RDL_TABLE_WIDTH 160
size_t rdl_table_width(FILE *out);

#endif
