/* table.h - an interleaving as people read it: one column for each thread,
 * one row for each source line that a thread was at, with what was read and
 * written there, who holds what, and why the turn went to another.
 *
 * Made from a trace (trace/trace.h).  By
 * default only the steps that matter are shown: accesses to memory that
 * threads share and at least one of them writes, in no order that creating
 * and joining threads would impose; locks that more than one thread uses;
 * waiting, signalling and the like. */
#ifndef RDL_REPORT_TABLE_TABLE_H
#define RDL_REPORT_TABLE_TABLE_H

#include "explain/facts/explanation.h"
#include "symbols/symbol.h"
#include "trace/trace.h"

#include <jansson.h>
#include <stdio.h>

struct rdl_table;

/* Both outlive the table; the trace has steps. */
struct rdl_table *rdl_table_new(const struct rdl_trace *trace,
                                struct rdl_symbols *symbols);
void rdl_table_free(struct rdl_table *t);
/* What is known of the failure. */
struct rdl_table_about {
    /* Why it fails, which outlives the table: its steps are shown.  NULL: not
     * known. */
    const struct rdl_explanation *why;
    bool shrunk; /* no preemption is idle: each is shown */
};
void rdl_table_about(struct rdl_table *t, const struct rdl_table_about *about);

struct rdl_table_view {
    size_t width; /* columns of the terminal */
    bool colour;
    bool full;   /* every step of every thread */
    size_t rows; /* at most, if it is not; 0: RDL_TABLE_ROWS */
};
#define RDL_TABLE_ROWS 40

/* `ends`: NULL, or set for each thread (RDL_MAX_THREADS) of which the table
 * tells how it stands at the end. */
void rdl_table_print(FILE *out, struct rdl_table *t,
                     const struct rdl_table_view *view, bool *ends);
/* "threads" and "steps" of an object (docs/json.md), at most `most` steps:
 * those around switches.  Returns how many were left out.  `files`:
 * json_place.h. */
size_t rdl_table_json(struct rdl_table *t, size_t most, json_t *object,
                      json_t *files);

/* COLUMNS, or as wide as the terminal, or RDL_COLUMNS. */
size_t rdl_table_width(FILE *out);

#endif
