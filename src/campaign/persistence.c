/* persistence.c - see persistence.h. */
#include "campaign/persistence.h"

#include "base/text.h"
#include "campaign/caveats.h"
#include "store/archive.h"
#include "schedule/schedule.h"
#include "util/die.h"

#include <stdlib.h>
#include <string.h>

static struct rdl_coverage *persistence_coverage(struct rdl_campaign *c)
{
    return c->observe.fd >= 0 ? &c->observe.coverage : NULL;
}

static struct rdl_store_progress
persistence_progress(const struct rdl_campaign *c)
{
    struct rdl_store_progress p = {
        .next = c->budget.handed,
        .seconds = rdl_budget_seconds(&c->budget),
        .findings = c->findings.n,
        .capped = rdl_campaign_capped(c),
    };
    uint64_t steps;

    rdl_campaign_count(c, &p.executions, &steps);
    return p;
}

/* Its schedule may have been shrunk since. */
static void persistence_finding(struct rdl_found *f)
{
    struct rdl_schedule_error error;
    struct rdl_schedule s;

    f->before = true;
    f->nth = 0; /* not of this session */
    if (f->schedule == NULL || !rdl_schedule_load(&s, f->schedule, &error))
        return;
    if (s.id == f->id)
        rdl_found_of_schedule(f, &s);
    rdl_schedule_free(&s);
}

static void persistence_load(struct rdl_campaign *c)
{
    struct rdl_coverage *coverage = persistence_coverage(c);
    char *text = NULL;

    if (!rdl_store_load(c->store, coverage, &c->before, &text)) {
        rdl_notes_add(&c->notes, "no-store", text, 0);
        free(text);
        rdl_store_close(c->store);
        c->store = NULL;
        return;
    }
    c->budget.first = c->budget.handed = c->before.next;
    c->findings.n = c->before.n_findings;
    c->findings.all = c->before.findings;
    for (size_t i = 0; i < c->findings.n; i++)
        persistence_finding(&c->findings.all[i]);
    c->before.findings = NULL;
    c->before.n_findings = 0;
    if (coverage != NULL) {
        c->totals.covered =
            rdl_coverage_covered(c->observe.memory, c->options.metrics);
        c->goal.base = c->totals.covered;
        rdl_coverage_session_look(&c->observe);
    }
}

/* Said, and no note of the campaign: its results are those of its seed,
 * whatever was there before. */
static void persistence_anew(struct rdl_campaign *c, const char *path)
{
    const char *dir = c->options.out;
    struct rdl_told_note told = { .note.kind = "put-aside" };
    int error;
    size_t n = rdl_archive(dir, path, &error);
    char *text =
        error != 0
            ? rdl_format("schedules of earlier campaigns are still in %s: %s",
                         dir, strerror(-error))
            : rdl_format("what earlier campaigns found is in "
                         "%s/" RDL_PUT_ASIDE_NAME " now (%zu file%s)",
                         dir, n, n == 1 ? "" : "s");

    rdl_text_copy(told.note.text, text, sizeof(told.note.text));
    if ((error != 0 || n > 0) && c->watch.note != NULL)
        c->watch.note(c->watch.data, c, &told);
    free(text);
}

void rdl_persistence_open(struct rdl_campaign *c,
                          const struct rdl_store_opening *session)
{
    char *text = NULL;

    switch (rdl_store_open(c->options.out, session, &c->store, &text)) {
    case RDL_STORE_REFUSED:
        rdl_die(RDL_EXIT_USAGE, "%s", text);
    case RDL_STORE_NONE:
        rdl_notes_add(&c->notes, "no-store", text, 0);
        break;
    case RDL_STORE_OPEN:
        if (text != NULL)
            rdl_notes_add(&c->notes,
                          rdl_store_replaced(c->store) ? "store-damaged"
                                                       : "program-changed",
                          text, 0);
        rdl_archive_halves(c->options.out);
        if (session->fresh)
            persistence_anew(c, session->path);
        persistence_load(c);
        break;
    }
    free(text);
}

void rdl_persistence_tick(struct rdl_campaign *c)
{
    const struct rdl_store_progress progress = persistence_progress(c);

    rdl_store_tick(c->store, persistence_coverage(c), &progress);
}

void rdl_persistence_save(struct rdl_campaign *c)
{
    const struct rdl_store_progress progress = persistence_progress(c);

    rdl_store_save(c->store, persistence_coverage(c), &progress);
}

void rdl_persistence_note(struct rdl_campaign *c,
                          const struct rdl_told_note *told)
{
    if (rdl_caveats_lasts(told->note.kind))
        rdl_store_note(c->store, told->note.kind, told->note.text,
                       told->location);
}

void rdl_persistence_found(struct rdl_campaign *c,
                           const struct rdl_found *found)
{
    rdl_store_found(c->store, found);
}

void rdl_persistence_end(struct rdl_campaign *c, const char *how)
{
    const struct rdl_store_progress progress = persistence_progress(c);

    /* Again, for there may have been no room when they were told. */
    for (size_t i = 0; i < c->notes.n; i++)
        rdl_persistence_note(c, &c->notes.all[i]);
    rdl_store_end(c->store, persistence_coverage(c), &progress, how);
    c->store = NULL;
}
