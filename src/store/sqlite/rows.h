/* rows.h - rows of the campaign store as the campaign has them. */
#ifndef RDL_STORE_SQLITE_ROWS_H
#define RDL_STORE_SQLITE_ROWS_H

#include "schedule/findings.h"
#include "store/read.h"
#include "store/sqlite/sql.h"

/* All findings, in the order in which they were found; how many.  *out and
 * the schedules in it are to be freed. */
size_t rdl_sqlite_rows_findings(struct rdl_sql *sql, struct rdl_found **out);
/* Of the metric's name; RDL_N_METRICS if this raddle does not have it. */
unsigned rdl_sqlite_rows_metric(const char *name);
/* Was more possible than could be recorded? */
bool rdl_sqlite_rows_capped(struct rdl_sql *sql);
/* One after the other, to the reader. */
void rdl_sqlite_rows_notes(struct rdl_sql *sql,
                           const struct rdl_store_reader *reader);
/* `unended`: how one ended that did not say, or NULL. */
void rdl_sqlite_rows_sessions(struct rdl_sql *sql,
                              const struct rdl_store_reader *reader,
                              const char *unended);
void rdl_sqlite_rows_samples(struct rdl_sql *sql,
                             const struct rdl_store_reader *reader);

#endif
