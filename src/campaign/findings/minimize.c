/* minimize.c - see minimize.h.  It shrinks the loaded schedule,
 * replays the result in a new process, and only then changes files and words.
 */
#include "campaign/findings/minimize.h"

#include "base/text.h"
#include "base/time.h"
#include "exec/isolation/fallback.h"
#include "detect/detector.h"
#include "util/alloc.h"
#include "util/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ORIGINAL ".orig"

char *rdl_minimize_original_of(const char *path)
{
    const size_t n = strlen(path), suffix = strlen(ORIGINAL);
    struct rdl_schedule s;
    char *shrunk;
    bool its;

    if (n <= suffix || strcmp(path + n - suffix, ORIGINAL) != 0)
        return NULL;
    shrunk = rdl_format("%.*s", (int)(n - suffix), path);
    its = rdl_schedule_load(&s, shrunk, NULL);
    if (its) {
        its = s.shrunk_from != NULL &&
              strcmp(s.shrunk_from, rdl_text_base_name(path)) == 0;
        rdl_schedule_free(&s);
    }
    if (its)
        return shrunk;
    free(shrunk);
    return NULL;
}

/* Writes the original first: at every moment there is a file with the failure.
 */
static void minimize_files(const struct rdl_schedule *original,
                           const struct rdl_schedule *shrunk, const char *path,
                           struct rdl_minimized *out)
{
    /* Otherwise the schedule was shrunk before, and the original is there. */
    const bool first = original->shrunk_from == NULL;
    char *kept = rdl_format("%s" ORIGINAL, path);
    int error = 0;

    if (first)
        error = rdl_schedule_save(original, kept);
    if (error == 0) {
        error = rdl_schedule_save(shrunk, path);
        if (error != 0 && first)
            unlink(kept); /* it is still at `path` */
    }
    free(kept);
    if (error != 0)
        out->unshrunk = (struct rdl_unshrunk){ RDL_UNSHRUNK_FILE, -error };
    out->done = error == 0;
}

static void minimize_result(const struct rdl_minimize *k,
                            struct rdl_minimized *out)
{
    *out = (struct rdl_minimized){
        .done = true,
        .minimal = k->minimal,
        .smaller = rdl_plan_smaller(&k->size, &k->from_size),
        .bounded = k->bounded,
        .preemptions = k->size.preemptions,
        .choices = k->size.choices,
        .switches = k->size.switches,
        .threads = k->size.threads,
        .steps = k->size.steps,
        .switches_from = k->from_size.switches,
        .attempts = k->made.attempts,
        .seconds = (double)(rdl_time_ns() - k->begin_ns) / 1e9,
    };
}

/* Words for the execution in the worker's memory, which is the shrunk one. */
static void minimize_words(const struct rdl_minimize *k,
                           const struct rdl_minimize_words *words,
                           struct rdl_schedule *shrunk,
                           struct rdl_minimized *out)
{
    rdl_text_copy(out->said.location, k->from->location,
                  sizeof(out->said.location));
    rdl_text_copy(out->said.text, k->from->text, sizeof(out->said.text));
    if (words->says != NULL)
        words->says(words->data, k->worker, &out->said);
    rdl_found_say(&out->said, shrunk);
    if (words->label != NULL)
        words->label(words->data, k->worker->memory.shared, &out->why);
    if (out->why.n > 0) {
        shrunk->why = rdl_alloc(sizeof(*shrunk->why));
        *shrunk->why = out->why;
    }
}

static void minimize_shrunk(struct rdl_minimize *k, const char *path,
                            const struct rdl_minimize_words *words,
                            struct rdl_minimized *out)
{
    const struct rdl_schedule *s = k->from;
    enum rdl_unshrunk_reason trouble;
    struct rdl_schedule shrunk;

    minimize_result(k, out);
    rdl_explain(k, &words->places, &out->why);
    trouble = rdl_minimize_take(k, &words->places, &shrunk);
    if (trouble != RDL_NOT_UNSHRUNK) {
        *out = (struct rdl_minimized){ .unshrunk.reason = trouble };
        return;
    }
    minimize_words(k, words, &shrunk, out);
    shrunk.preemptions = k->size.preemptions;
    if (s->shrunk_from == NULL) {
        shrunk.shrunk_from =
            rdl_format("%s" ORIGINAL, rdl_text_base_name(path));
        shrunk.switches_from = k->from_size.switches;
    } else {
        shrunk.shrunk_from = rdl_strdup(s->shrunk_from);
        shrunk.switches_from = out->switches_from = s->switches_from;
    }
    minimize_files(s, &shrunk, path, out);
    rdl_schedule_free(&shrunk);
}

void rdl_minimize_file(struct rdl_worker *w, const struct rdl_schedule *s,
                       const char *path,
                       const struct rdl_minimize_options *options,
                       const struct rdl_minimize_words *words,
                       struct rdl_minimized *out)
{
    const struct rdl_step_down down =
        rdl_isolation_fallback_begin(&w->options, &s->config);
    struct rdl_minimize k;

    *out = (struct rdl_minimized){ .done = false };
    if (down.to != NULL)
        rdl_worker_isolate(w, down.to);
    if (rdl_minimize(&k, w, s, options))
        minimize_shrunk(&k, path, words, out);
    else
        out->unshrunk.reason = k.why;
    rdl_minimize_free(&k);
}

/* --time ended the work on a finding: says what is missing. */
static void minimize_cut_short(struct rdl_campaign *c)
{
    if (rdl_budget_late(&c->budget))
        rdl_notes_add(&c->notes, RDL_NOTE_FINDING_CUT_SHORT,
                      "--time was over before a finding was shrunk and "
                      "explained: raddle shrink FILE does the rest",
                      0);
}

void rdl_finding_minimize(struct rdl_campaign *c,
                          const struct rdl_minimize_words *words,
                          const struct rdl_schedule *schedule,
                          struct rdl_found *found)
{
    const struct rdl_minimize_options how = {
        .tracker = c->options.config.tracker,
        .effort = 1,
        .until = &c->until,
    };
    struct rdl_worker_options options = c->options.worker;
    struct rdl_minimized shrunk;
    struct rdl_worker worker;
    struct rdl_stdin input;
    struct rdl_error failed;

    if (rdl_deadline_over(&c->until)) {
        minimize_cut_short(c);
        return;
    }
    options.isolation = c->workers.isolation;
    options.mark = (int)c->workers.n;
    options.coverage = -1;
    options.tick = NULL;
    if (!rdl_stdin_copy(&c->workers.latest->input, &input, &failed) ||
        !rdl_worker_make(&worker, &options, &input, &failed)) {
        rdl_campaign_fail(c, &failed);
        return;
    }
    rdl_minimize_file(&worker, schedule, found->schedule, &how, words, &shrunk);
    if (rdl_error_is_set(&worker.error))
        rdl_campaign_fail(c, &worker.error);
    rdl_worker_free(&worker);
    found->shrunk = shrunk.done;
    found->smaller = shrunk.smaller;
    found->untried = shrunk.done && !shrunk.minimal;
    if (shrunk.done) {
        found->steps = shrunk.steps;
        found->said = shrunk.said;
    }
    found->preemptions = shrunk.preemptions;
    found->switches = shrunk.switches;
    found->switches_from = shrunk.switches_from;
    found->why = shrunk.why;
    minimize_cut_short(c);
    found->unshrunk = shrunk.unshrunk;
    if (!shrunk.done && rdl_campaign_replaced(c))
        found->unshrunk.reason = RDL_UNSHRUNK_REPLACED;
}

char *rdl_minimize_text(size_t preemptions, size_t switches, size_t from,
                        char *out, size_t size)
{
    char original[32] = "";

    if (from > switches)
        snprintf(original, sizeof(original), " (from %zu)", from);
    snprintf(out, size, "%zu preemption%s, %zu switch%s%s", preemptions,
             preemptions == 1 ? "" : "s", switches, switches == 1 ? "" : "es",
             original);
    return out;
}
