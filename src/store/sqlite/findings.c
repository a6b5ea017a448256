/* findings.c - findings in the campaign store. */
#include "store/sqlite/internal.h"

#include <stdio.h>

bool rdl_sqlite_finding(struct rdl_sql *sql,
                        const struct rdl_store_progress *before,
                        const struct rdl_found *f)
{
    char id[17];

    snprintf(id, sizeof(id), "%016llx", (unsigned long long)f->id);
    return rdl_sql_do(
        sql,
        /* An older store has the last columns in another order. */
        "INSERT INTO findings(id, kind, location, text, execution, steps, "
        "seconds, times, schedule, replayed, checked, nth, warning) "
        "VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT(id) DO UPDATE SET times = max(times, excluded.times), "
        /* Fields of the schedule change only together with the schedule. */
        "steps = CASE WHEN excluded.schedule IS NULL THEN steps "
        "ELSE excluded.steps END, "
        "location = CASE WHEN excluded.schedule IS NULL THEN location "
        "ELSE excluded.location END, "
        "text = CASE WHEN excluded.schedule IS NULL THEN text "
        "ELSE excluded.text END, "
        "execution = CASE WHEN ?14 THEN excluded.execution ELSE execution END, "
        "nth = CASE WHEN ?14 THEN excluded.nth ELSE nth END, "
        "seconds = CASE WHEN ?14 THEN excluded.seconds ELSE seconds END, "
        "schedule = coalesce(excluded.schedule, schedule), "
        "replayed = max(replayed, excluded.replayed), "
        "checked = max(checked, excluded.checked), "
        "warning = excluded.warning",
        "ttttiiditiiiii", id, f->kind, f->said.location, f->said.text,
        (int64_t)f->execution, (int64_t)f->steps, f->seconds + before->seconds,
        (int64_t)f->times, f->schedule, (int64_t)f->replayed,
        (int64_t)f->checked, (int64_t)(f->nth + before->executions),
        (int64_t)f->warning,
        /* Is the schedule of the execution that is named here? */
        (int64_t)(f->schedule != NULL && !f->kept && !f->before));
}
