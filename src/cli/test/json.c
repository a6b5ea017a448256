/* json.c - see json.h. */
#include "cli/test/json.h"

#include "detect/detector.h"
#include "util/die.h"
#include "report/coverage/json.h"
#include "report/explanation/json.h"

#include <stdlib.h>

const char *const rdl_test_stops[] = {
    [RDL_STOP_BUDGET] = "budget",       [RDL_STOP_SATURATED] = "saturated",
    [RDL_STOP_EXHAUSTED] = "exhausted", [RDL_STOP_COVERED] = "covered",
    [RDL_STOP_FOUND] = "found",         [RDL_STOP_INTERRUPTED] = "interrupted",
    [RDL_STOP_UNABLE] = "unable",
};

struct rdl_json_finding rdl_test_json_found(const struct rdl_found *f)
{
    return (struct rdl_json_finding){
        .id = f->id,
        .kind = f->kind,
        .warning = rdl_detector_severity(f->kind) == RDL_WARNING,
        .location = f->said.location,
        .text = f->said.text,
        .execution = f->execution,
        .nth = f->nth,
        .steps = f->steps,
        .times = f->times,
        .seconds = f->seconds,
        .schedule = f->schedule,
        .replayed = f->replayed,
        .checked = f->checked,
        .shrunk = f->shrunk,
        .preemptions = f->preemptions,
        .switches = f->switches,
        .shrunk_from = f->switches_from,
        .explanation = rdl_explanation_json(&f->why),
    };
}

static struct rdl_json_finding *json_of_findings(const struct rdl_campaign *c)
{
    const size_t n = c->findings.n;
    struct rdl_json_finding *out =
        rdl_alloc((n + c->warnings.n) * sizeof(*out));

    for (size_t i = 0; i < n; i++)
        out[i] = rdl_test_json_found(&c->findings.all[i]);
    for (size_t i = 0; i < c->warnings.n; i++)
        out[n + i] = rdl_test_json_found(&c->warnings.all[i]);
    return out;
}

bool rdl_test_json(FILE *out, const struct rdl_campaign *c, int exit_status,
                   const char *why)
{
    const struct rdl_config *config = &c->options.config;
    struct rdl_json_finding *findings = json_of_findings(c);
    struct rdl_json_note *notes = rdl_alloc(c->notes.n * sizeof(*notes));
    bool good;

    for (size_t i = 0; i < c->notes.n; i++)
        notes[i] = (struct rdl_json_note){
            .kind = rdl_note_name(c->notes.all[i].note.kind),
            .text = c->notes.all[i].note.text,
            .location = c->notes.all[i].location,
        };

    const struct rdl_json_test t = {
        .program = c->options.program,
        .arguments = c->options.worker.argv + 1,
        .executions = c->totals.executions,
        .steps = c->totals.steps,
        .cut = c->totals.cut,
        .lost = c->totals.lost,
        .suppressed = c->totals.suppressed,
        .compared = c->totals.compared,
        .accesses = c->totals.accesses,
        .seconds = rdl_budget_seconds(&c->budget),
        .seconds_on_findings = rdl_budget_aside(&c->budget),
        .strategy = config->strategy,
        .depth = config->depth,
        .seed = config->seed,
        .isolation = c->workers.isolation->name,
        .isolation_asked = c->options.worker.isolation->name,
        .fell = c->workers.fell[0] != '\0' ? c->workers.fell : NULL,
        .jobs = (unsigned)c->workers.n,
        .engine = config->engine,
        .threads = c->totals.threads,
        .most_enabled = c->totals.most_enabled,
        .deterministic = c->totals.deterministic,
        .event_hash = c->totals.first_hash,
        .stop = rdl_test_stops[c->stop],
        .exit_status = exit_status,
        .why = why,
        .coverage = rdl_coverage_json(c->observe.memory, c->options.metrics,
                                      c->options.pairs),
        .capped = rdl_campaign_capped(c),
        .n_findings = c->findings.n + c->warnings.n,
        .findings = findings,
        .n_notes = c->notes.n,
        .notes = notes,
    };

    good = rdl_json_test(out, &t);
    free(findings);
    free(notes);
    return good;
}
