/* merge.c - see merge.h. */
#include "campaign/merge.h"

#include <stdlib.h>

/* Those of the earlier one come first.  The later one may have loaded them from
 * the store, as old ones, or met them again. */
static void merge_findings(struct rdl_findings *f, struct rdl_findings *earlier)
{
    struct rdl_findings now = *f;

    *f = *earlier;
    *earlier = (struct rdl_findings){ .n = 0 };
    for (size_t i = 0; i < now.n; i++) {
        struct rdl_found *same = rdl_findings_find(f, now.all[i].id);

        if (same == NULL) {
            *rdl_findings_new(f, now.all[i].id) = now.all[i];
            continue;
        }
        if (!now.all[i].before)
            same->times += now.all[i].times;
        free(now.all[i].schedule);
    }
    free(now.all);
}

static void merge_notes(struct rdl_notes *notes, const struct rdl_notes *e)
{
    notes->added = NULL; /* they have been reported */
    for (size_t i = 0; i < e->n; i++)
        rdl_notes_add(notes, e->all[i].note.kind, e->all[i].note.text,
                      e->all[i].note.pc);
}

/* Its clock shows the sum. */
static void merge_budget(struct rdl_budget *b, const struct rdl_budget *e)
{
    const uint64_t aside = (uint64_t)(rdl_budget_aside(e) * 1e9);

    b->begin_ns -= (uint64_t)(rdl_budget_seconds(e) * 1e9) + aside;
    b->aside_ns += aside;
    b->first = e->first;
}

static void merge_time(struct rdl_time_mode *t, const struct rdl_time_mode *e)
{
    t->idle += e->idle;
    t->early += e->early;
    t->timed += e->timed;
}

void rdl_campaign_merge(struct rdl_campaign *c, struct rdl_campaign *earlier)
{
    rdl_totals_merge(&c->totals, &earlier->totals);
    merge_findings(&c->findings, &earlier->findings);
    merge_findings(&c->warnings, &earlier->warnings);
    merge_notes(&c->notes, &earlier->notes);
    merge_budget(&c->budget, &earlier->budget);
    merge_time(&c->time, &earlier->time);
}
