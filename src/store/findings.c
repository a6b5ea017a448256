/* findings.c - findings in the campaign store.
 *
 * Copies are kept, so that one that could not be written is tried again with
 * the next save. */
#include "store/internal.h"

#include "util/die.h"

#include <stdio.h>
#include <stdlib.h>

static bool findings_put(struct rdl_store *s, const struct rdl_found *f)
{
    char id[17];

    snprintf(id, sizeof(id), "%016llx", (unsigned long long)f->id);
    return rdl_sql_do(
        &s->sql,
        "INSERT INTO findings VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT(id) DO UPDATE SET times = max(times, excluded.times), "
        /* What is of the schedule, with the schedule. */
        "steps = CASE WHEN excluded.schedule IS NULL THEN steps "
        "ELSE excluded.steps END, "
        "location = CASE WHEN excluded.schedule IS NULL THEN location "
        "ELSE excluded.location END, "
        "text = CASE WHEN excluded.schedule IS NULL THEN text "
        "ELSE excluded.text END, "
        "schedule = coalesce(excluded.schedule, schedule), "
        "replayed = max(replayed, excluded.replayed), "
        "checked = max(checked, excluded.checked)",
        "ttttiiditiii", id, f->kind, f->said.location, f->said.text,
        (int64_t)f->execution, (int64_t)f->steps,
        f->seconds + s->before.seconds, (int64_t)f->times, f->schedule,
        (int64_t)f->replayed, (int64_t)f->checked,
        (int64_t)(f->nth + s->before.executions));
}

bool rdl_store_found_write(struct rdl_store *s)
{
    bool good = true;

    for (size_t i = 0; good && i < s->n_found; i++) {
        struct rdl_store_found *each = &s->found[i];

        if (!each->written)
            each->written = good = findings_put(s, &each->f);
    }
    return good;
}

static struct rdl_store_found *findings_slot(struct rdl_store *s, uint64_t id)
{
    for (size_t i = 0; i < s->n_found; i++) {
        if (s->found[i].f.id == id)
            return &s->found[i];
    }
    s->found = rdl_grow(s->found, (s->n_found + 1) * sizeof(*s->found));
    s->found[s->n_found] = (struct rdl_store_found){ .written = false };
    return &s->found[s->n_found++];
}

bool rdl_store_found_add(struct rdl_store *s, const struct rdl_found *found)
{
    struct rdl_store_found *slot = findings_slot(s, found->id);

    free(slot->f.schedule);
    slot->f = *found;
    if (found->schedule != NULL)
        slot->f.schedule = rdl_strdup(found->schedule);
    slot->written = false;
    return rdl_store_found_write(s);
}

void rdl_store_found_forget(struct rdl_store *s)
{
    for (size_t i = 0; i < s->n_found; i++)
        s->found[i].written = false;
}

void rdl_store_found_free(struct rdl_store *s)
{
    for (size_t i = 0; i < s->n_found; i++)
        free(s->found[i].f.schedule);
    free(s->found);
}
