/* rows.h - rows of the campaign store as values of the campaign. */
#ifndef RDL_STORE_SQLITE_ROWS_H
#define RDL_STORE_SQLITE_ROWS_H

#include "schedule/findings.h"
#include "store/read.h"
#include "store/sqlite/sql.h"

/* All findings, in the order in which they were found; returns how many.  The
 * caller frees *out and the schedules in it. */
size_t rdl_sqlite_rows_findings(struct rdl_sql *sql, struct rdl_found **out);
/* The number of the metric; RDL_N_METRICS if this raddle does not have it. */
unsigned rdl_sqlite_rows_metric(const char *name);
/* Could not everything be recorded? */
bool rdl_sqlite_rows_capped(struct rdl_sql *sql);
/* Adds the metrics of a list of names with commas; those that are combinatorial
 * (rdl_combinatorial_at) to `pairs`. */
void rdl_sqlite_rows_names(const char *list, uint32_t *metrics,
                           uint32_t *pairs);
/* The metrics of which everything possible is covered. */
uint32_t rdl_sqlite_rows_proved(struct rdl_sql *sql);
/* Passes them to the reader, one after the other. */
void rdl_sqlite_rows_notes(struct rdl_sql *sql,
                           const struct rdl_store_reader *reader);
void rdl_sqlite_rows_predictions(struct rdl_sql *sql,
                                 const struct rdl_store_reader *reader);
/* `unended`: the `how` of a session that has none, or NULL. */
void rdl_sqlite_rows_sessions(struct rdl_sql *sql,
                              const struct rdl_store_reader *reader,
                              const char *unended);
/* Nothing if the store has no such tables. */
void rdl_sqlite_rows_places(struct rdl_sql *sql, struct rdl_places *out);
void rdl_sqlite_rows_samples(struct rdl_sql *sql,
                             const struct rdl_store_reader *reader);

#endif
