/* persistence.c - see persistence.h.  The store has coverage as deltas:
 * c->saved marks how much of the coverage is in the store, and each save
 * appends what is new since.  Trouble with an open store does not end the
 * campaign. */
#include "campaign/persistence.h"

#include "base/text.h"
#include "campaign/claim.h"
#include "campaign/proved.h"
#include "store/archive.h"
#include "store/read.h"
#include "schedule/schedule.h"
#include "util/alloc.h"
#include "util/error.h"

#include <stdlib.h>
#include <string.h>

static struct rdl_coverage *persistence_coverage(struct rdl_campaign *c)
{
    return c->observe.fd >= 0 ? &c->observe.coverage : NULL;
}

/* An image is as large as the trees of the exploration; each byte is paid for
 * by executions. */
#define IMAGE_BYTES 1024 /* for each execution */

/* Is it worth while to store where the exploration is? */
static bool persistence_image_due(const struct rdl_campaign *c, size_t size,
                                  uint64_t executions)
{
    return (executions - c->exploration.saved_at) * IMAGE_BYTES >= size;
}

/* last: nothing comes after it. */
/* A search with a bound, or of drawn schedules, says nothing about the proof of
 * another session. */
static bool persistence_proves(const struct rdl_claim *claim)
{
    return claim->explores && (claim->bound == RDL_BOUND_NONE ||
                               claim->bound == RDL_BOUND_SCHEDULES);
}

static struct rdl_store_progress persistence_progress(struct rdl_campaign *c,
                                                      bool last)
{
    struct rdl_store_progress p = {
        .next = c->budget.handed,
        .seconds = rdl_budget_seconds(&c->budget),
        .findings = c->findings.n,
        .failed = c->totals.met,
        .capped = rdl_campaign_capped(c),
        .proved = rdl_proved_metrics(c),
    };
    const struct rdl_claim claim = rdl_claim_of(c);
    uint64_t steps;

    rdl_campaign_count(c, &p.executions, &steps);
    if (c->exploration.explorer->save != NULL) {
        p.exploration = c->exploration.explorer->save(c->exploration.state,
                                                      &p.exploration_size);
        /* A later session would not know: it begins anew. */
        if (rdl_claim_limited(c))
            p.exploration_size = 0;
        p.explores =
            last || persistence_image_due(c, p.exploration_size, p.executions);
        if (p.explores)
            c->exploration.saved_at = p.executions;
    }
    if (last && persistence_proves(&claim))
        p.interleavings = claim.reach->ended + claim.reach->deadlocks;
    for (unsigned i = 0; c->observe.fd >= 0 && i < RDL_N_METRICS; i++)
        p.covered[i] =
            rdl_coverage_covered(c->observe.memory, UINT32_C(1) << i);
    return p;
}

/* --- Coming in ------------------------------------------------------------
 */

/* Its schedule may have been shrunk since. */
static void persistence_finding(struct rdl_found *f)
{
    struct rdl_schedule s;

    f->before = true;
    f->nth = 0; /* found by an earlier session */
    if (f->schedule == NULL || !rdl_schedule_load(&s, f->schedule, NULL))
        return;
    if (s.id == f->id)
        rdl_found_of_schedule(f, &s);
    rdl_schedule_free(&s);
}

/* The cases of a suite have one store: a campaign takes over what is known of
 * its own case. */
static void persistence_findings(const struct rdl_campaign *c,
                                 struct rdl_store_totals *before)
{
    size_t kept = 0;

    for (size_t i = 0; i < before->n_findings; i++) {
        struct rdl_found *f = &before->findings[i];

        persistence_finding(f);
        if (strcmp(f->part, c->options.config.part) == 0)
            before->findings[kept++] = *f;
        else
            free(f->schedule);
    }
    before->n_findings = kept;
}

/* Loads into a memory that is still empty.  False if the result differs from
 * the store; then the campaign cannot continue there. */
static bool persistence_coverage_load(struct rdl_campaign *c,
                                      const struct rdl_delta *all)
{
    struct rdl_coverage *coverage = persistence_coverage(c);
    struct rdl_delta_source source = { .modules = NULL };
    struct rdl_delta taken = { .bytes = NULL };
    bool good;

    if (coverage == NULL)
        return true;
    good = rdl_coverage_delta_apply(coverage, &source, all) == 0 &&
           !source.renumbered &&
           /* The store has all of it: the next delta begins here. */
           rdl_coverage_delta_take(coverage, &c->saved, &taken) == 0;
    rdl_delta_free(&taken);
    rdl_delta_source_free(&source);
    return good;
}

/* Continues without the store. */
static void persistence_without(struct rdl_campaign *c, char *text)
{
    rdl_notes_add(&c->notes, RDL_NOTE_NO_STORE, text, 0);
    free(text);
    rdl_store_close(c->store);
    c->store = NULL;
}

static void persistence_prediction(void *data, const struct rdl_prediction *one)
{
    rdl_predictions_load(data, one);
}

static void persistence_place(void *data,
                              const struct rdl_predicted_place *place)
{
    rdl_predictions_load_place(data, place);
}

static void persistence_order(void *data, const struct rdl_lock_order *order)
{
    rdl_predictions_load_order(data, order);
}

static void persistence_predictions(struct rdl_campaign *c)
{
    const struct rdl_store_reader reader = {
        .data = &c->predictions,
        .prediction = persistence_prediction,
        .lock_place = persistence_place,
        .lock_order = persistence_order,
    };

    rdl_store_predicted(c->store, &reader);
}

static void persistence_load(struct rdl_campaign *c)
{
    struct rdl_store_totals before;
    struct rdl_delta all = { .bytes = NULL };
    char *text = NULL;

    if (!rdl_store_load(c->store, persistence_coverage(c) ? &all : NULL,
                        &before, &text)) {
        persistence_without(c, text);
        return;
    }
    if (before.sessions == 0) {
        /* Nothing to take over: the campaign may have begun already. */
    } else if (persistence_coverage_load(c, &all)) {
        persistence_findings(c, &before);
        if (before.exploration != NULL &&
            c->exploration.explorer->resume != NULL)
            c->exploration.explorer->resume(c->exploration.state,
                                            before.exploration,
                                            before.exploration_size);
        free(before.exploration);
        before.exploration = NULL;
        rdl_campaign_resume(c, &before);
        persistence_predictions(c);
    } else {
        persistence_without(c, rdl_store_without(c->store, "it does not fit"));
    }
    rdl_store_totals_free(&before);
    rdl_delta_free(&all);
}

/* A warning, not a note of the campaign: its results depend only on its seed,
 * not on what was there before. */
static void persistence_anew(struct rdl_campaign *c, const char *path)
{
    const char *dir = c->options.out;
    struct rdl_placed_note placed = { .note.kind = RDL_NOTE_PUT_ASIDE };
    int error;
    size_t n = rdl_archive(dir, path, &error);
    char *text =
        error != 0
            ? rdl_format("schedules of earlier campaigns are still in %s: %s",
                         dir, strerror(-error))
            : rdl_format(
                  "findings of earlier campaigns are in %s/" RDL_PUT_ASIDE_NAME
                  " now (%zu file%s)",
                  dir, n, n == 1 ? "" : "s");

    rdl_text_copy(placed.note.text, text, sizeof(placed.note.text));
    if ((error != 0 || n > 0) && c->owner.note != NULL)
        c->owner.note(c->owner.data, c, &placed);
    free(text);
}

/* All so far: some may have come before the store. */
static void persistence_notes(struct rdl_campaign *c)
{
    for (size_t i = 0; i < c->notes.n && c->store != NULL; i++)
        rdl_persistence_note(c, &c->notes.all[i]);
}

bool rdl_persistence_continues(const struct rdl_campaign *c)
{
    return rdl_store_there(c->options.out);
}

bool rdl_persistence_open(struct rdl_campaign *c,
                          const struct rdl_store_opening *session,
                          struct rdl_error *error)
{
    bool good = true;
    char *text = NULL;

    switch (rdl_store_open(c->options.out, session, &c->store, &text)) {
    case RDL_STORE_REFUSED:
        good = rdl_error_set(error, RDL_EXIT_USAGE, "%s", text);
        break;
    case RDL_STORE_NONE:
        rdl_notes_add(&c->notes, RDL_NOTE_NO_STORE, text, 0);
        break;
    case RDL_STORE_OPEN:
        if (text != NULL)
            rdl_notes_add(&c->notes,
                          rdl_store_replaced(c->store)
                              ? RDL_NOTE_STORE_DAMAGED
                              : RDL_NOTE_PROGRAM_CHANGED,
                          text, 0);
        rdl_archive_halves(c->options.out);
        if (session->fresh)
            persistence_anew(c, session->path);
        persistence_load(c);
        persistence_notes(c);
        break;
    }
    free(text);
    return good;
}

/* --- Going out ------------------------------------------------------------
 */

static void persistence_trouble(const struct rdl_campaign *c)
{
    char *trouble = rdl_store_trouble(c->store);

    if (trouble != NULL)
        rdl_campaign_warn(c, "%s", trouble);
    free(trouble);
}

/* What is new since the last save; without bytes if there is no coverage. */
static struct rdl_delta persistence_delta(struct rdl_campaign *c)
{
    struct rdl_coverage *coverage = persistence_coverage(c);
    struct rdl_delta delta = { .bytes = NULL };

    if (coverage != NULL)
        rdl_coverage_delta_take(coverage, &c->saved, &delta);
    return delta;
}

static void persistence_predict(struct rdl_campaign *c)
{
    struct rdl_predictions *p = &c->predictions;
    const struct rdl_store_predicted predicted = {
        .all = p->all,
        .n = p->n,
        .orders = p->orders->all + p->stored,
        .n_orders = p->orders->n - p->stored,
        .places = p->places,
        .n_places = p->n_places,
    };

    if (rdl_predictions_changed(p) && rdl_store_predict(c->store, &predicted))
        rdl_predictions_saved(p);
}

static void persistence_save(struct rdl_campaign *c, bool last)
{
    struct rdl_store_progress progress;
    struct rdl_delta delta;

    if (c->store == NULL)
        return;
    /* In this order: not more executions cover something than there are. */
    delta = persistence_delta(c);
    progress = persistence_progress(c, last);
    /* What could not be written is still new next time. */
    if (!rdl_store_append(c->store, delta.bytes != NULL ? &delta : NULL,
                          &progress))
        rdl_delta_mark_reset(&c->saved);
    else
        persistence_predict(c);
    rdl_delta_free(&delta);
    persistence_trouble(c);
}

void rdl_persistence_save(struct rdl_campaign *c)
{
    persistence_save(c, /*last=*/true);
}

void rdl_persistence_tick(struct rdl_campaign *c)
{
    if (rdl_store_due(c->store))
        persistence_save(c, /*last=*/false);
}

void rdl_persistence_note(struct rdl_campaign *c,
                          const struct rdl_placed_note *placed)
{
    if (!rdl_note_lasts(placed->note.kind))
        return;
    rdl_store_note(c->store, rdl_note_name(placed->note.kind),
                   placed->note.text, placed->location);
    /* Whatever kills raddle, an exploration does not go on behind it. */
    if (c->exploration.explorer != NULL &&
        c->exploration.explorer->save != NULL && rdl_claim_limited(c))
        rdl_persistence_save(c);
    persistence_trouble(c);
}

void rdl_persistence_found(struct rdl_campaign *c,
                           const struct rdl_found *found)
{
    rdl_store_found(c->store, found);
    persistence_trouble(c);
}

/* Why the exploration is not complete, including that it was stopped, unless a
 * finding says so. */
struct persistence_reasons {
    size_t n;
    struct rdl_claim_reason *all;
    struct rdl_store_reason *stored;
};

static void persistence_reasons(const struct rdl_campaign *c,
                                struct persistence_reasons *r)
{
    const struct rdl_claim claim = rdl_claim_of(c);
    struct rdl_claim_reason one;

    *r = (struct persistence_reasons){ .n = 0 };
    if (!persistence_proves(&claim) || claim.complete)
        return;
    while (rdl_claim_reason(c, r->n, &one)) {
        r->all = rdl_grow(r->all, (r->n + 1) * sizeof(*r->all));
        r->all[r->n++] = one;
    }
    if (r->n == 0 && claim.stopped && c->findings.n == 0) {
        char *why = rdl_claim_why(c);

        r->all = rdl_alloc(sizeof(*r->all));
        r->all[r->n++] = (struct rdl_claim_reason){ .kind = "stopped" };
        rdl_text_copy(r->all[0].text, why, sizeof(r->all[0].text));
        free(why);
    }
    r->stored = rdl_alloc(r->n * sizeof(*r->stored));
    for (size_t i = 0; i < r->n; i++)
        r->stored[i] = (struct rdl_store_reason){
            .kind = r->all[i].kind,
            .text = r->all[i].text,
            .location = r->all[i].location,
        };
}

static void persistence_last(struct rdl_campaign *c, const char *how)
{
    struct rdl_store_progress progress = persistence_progress(c, /*last=*/true);
    struct rdl_delta delta = persistence_delta(c);
    const struct rdl_claim claim = rdl_claim_of(c);
    struct persistence_reasons reasons;

    persistence_reasons(c, &reasons);
    progress.proves = persistence_proves(&claim);
    progress.n_reasons = reasons.n;
    progress.reasons = reasons.stored;
    rdl_store_end(c->store, delta.bytes != NULL ? &delta : NULL, &progress,
                  how);
    free(reasons.stored);
    free(reasons.all);
    rdl_delta_free(&delta);
}

void rdl_persistence_end(struct rdl_campaign *c, const char *how)
{
    if (c->store == NULL)
        return;
    /* Once more, since there may have been no room for them when they were
     * added. */
    persistence_notes(c);
    persistence_predict(c);
    persistence_last(c, how);
    persistence_trouble(c);
    rdl_store_close(c->store);
    c->store = NULL;
}
