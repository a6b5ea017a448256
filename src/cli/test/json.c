/* json.c - see json.h. */
#include "cli/test/json.h"

#include "campaign/claim.h"
#include "campaign/proved.h"
#include "detect/detector.h"
#include "strategy/strategy.h"
#include "util/die.h"
#include "report/predicted.h"
#include "report/coverage/json.h"
#include "report/explanation/json.h"
#include "report/finding/text.h"
#include "report/formats/ci.h"

#include <stdlib.h>

const char *const rdl_test_stops[] = {
    [RDL_STOP_BUDGET] = "budget",       [RDL_STOP_SATURATED] = "saturated",
    [RDL_STOP_EXHAUSTED] = "exhausted", [RDL_STOP_COVERED] = "covered",
    [RDL_STOP_FOUND] = "found",         [RDL_STOP_INTERRUPTED] = "interrupted",
    [RDL_STOP_REPLACED] = "replaced",   [RDL_STOP_UNABLE] = "unable",
};

static json_t *json_headline(const struct rdl_found *f)
{
    char text[1024];

    return rdl_json_text(
        rdl_finding_said(f->kind, f->said.text, text, sizeof(text)));
}

/* What a test framework reported, for machines. */
static json_t *json_expectation(const struct rdl_found *f)
{
    struct rdl_found_place place;
    json_t *object;
    char *file;

    if (!rdl_detector_comes(f->kind, RDL_AT_EXPECTATION))
        return json_null();
    object = json_pack("{so sn sn}", "text", rdl_json_text(f->said.text),
                       "file", "line");
    if (!rdl_found_place(f->said.location, &place))
        return object;
    file = rdl_format("%.*s", (int)place.n_file, place.file);
    json_object_set_new(object, "file", rdl_json_text(file));
    json_object_set_new(object, "line", json_integer(place.line));
    free(file);
    return object;
}

/* What a data race has beyond other findings; null for others. */
static json_t *json_race(const struct rdl_found *f)
{
    const char *proof = f->code == RDL_RACE_SEEN        ? "seen"
                        : f->code == RDL_RACE_ORDER     ? "memory-order"
                        : f->code == RDL_RACE_UNORDERED ? "unordered"
                                                        : NULL;

    if (!rdl_detector_about(f->kind, RDL_ABOUT_RACE))
        return json_null();
    return json_pack(
        "{ss? so}", "proof", f->before ? NULL : proof, "other",
        rdl_json_text(f->said.other[0] != '\0' ? f->said.other : NULL));
}

/* What a pattern has beyond other findings; null for others. */
static json_t *json_pattern(const struct rdl_found *f)
{
    static const char *const sources[RDL_N_BLOCK_SOURCES] = {
        [RDL_BLOCK_ANNOTATED] = "annotated",
        [RDL_BLOCK_SPLIT] = "split-critical-section",
        [RDL_BLOCK_TEST] = "test-and-use",
    };
    const size_t n = f->said.n_accesses;
    json_t *accesses;

    if (!rdl_detector_about(f->kind, RDL_ABOUT_PATTERN))
        return json_null();
    accesses = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(accesses,
                              json_pack("{ss so}", "role",
                                        rdl_ci_access_role(n, i), "location",
                                        rdl_json_text(f->said.accesses[i])));
    return json_pack("{ss? so}", "block",
                     f->before || f->code < 0 || f->code >= RDL_N_BLOCK_SOURCES
                         ? NULL
                         : sources[f->code],
                     "accesses", accesses);
}

struct rdl_json_finding rdl_test_json_found(const struct rdl_found *f)
{
    return (struct rdl_json_finding){
        .id = f->id,
        .kind = f->kind,
        .warning = f->warning,
        .race = json_race(f),
        .pattern = json_pattern(f),
        .location = f->said.location,
        .text = f->said.text,
        .part = f->part[0] != '\0' ? f->part : NULL,
        .headline = json_headline(f),
        .expectation = json_expectation(f),
        .execution = f->execution,
        .nth = f->nth,
        .steps = f->steps,
        .times = f->times,
        .seconds = f->seconds,
        .schedule = f->schedule,
        .replayed = f->replayed,
        .checked = f->checked,
        .threadless = f->threadless,
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

static json_t *json_of_side(const struct rdl_difference_side *s, bool valued)
{
    json_t *side;

    if (s->ended)
        return json_null();
    side = json_pack("{ss so}", "operator", rdl_op_name(s->op), "location",
                     rdl_json_text(s->location));
    if (valued)
        json_object_set_new(side, "value", json_integer((json_int_t)s->value));
    return side;
}

static json_t *json_of_difference(const struct rdl_difference *d)
{
    static const char *const kinds[] = {
        [RDL_DIFFERENCE_STEP] = "step",
        [RDL_DIFFERENCE_VALUE] = "value",
        [RDL_DIFFERENCE_OPERAND] = "operand",
        [RDL_DIFFERENCE_UNKNOWN] = "unknown",
    };
    const bool valued =
        d->kind == RDL_DIFFERENCE_VALUE || d->kind == RDL_DIFFERENCE_OPERAND;

    if (d->kind == RDL_DIFFERENCE_NONE)
        return json_null();
    if (d->kind == RDL_DIFFERENCE_UNKNOWN)
        return json_pack("{ss sI sI sn sn}", "kind", kinds[d->kind],
                         "execution", (json_int_t)d->execution, "step",
                         (json_int_t)d->step, "first", "again");
    return json_pack("{ss sI sI so so}", "kind", kinds[d->kind], "execution",
                     (json_int_t)d->execution, "step", (json_int_t)d->step,
                     "first", json_of_side(&d->first, valued), "again",
                     json_of_side(&d->again, valued));
}

/* How often each rule of the strategy decided, in all workers; null if it does
 * not count. */
static json_t *json_of_rules(const struct rdl_campaign *c)
{
    const struct rdl_strategy *s =
        rdl_strategy_find(c->options.config.strategy);
    json_t *object;

    if (s == NULL || s->rules == NULL)
        return json_null();
    object = json_object();
    for (size_t i = 0; s->rules[i] != NULL; i++) {
        uint64_t n = 0;

        for (size_t k = 0; k < c->workers.n; k++)
            n += s->decided(rdl_campaign_strategy_memory(c, k, s))[i];
        json_object_set_new(object, s->rules[i], json_integer((json_int_t)n));
    }
    return object;
}

/* How coverage grew over the latest window, and when it stopped. */
static json_t *json_of_growth(const struct rdl_campaign *c)
{
    const struct rdl_stop_condition *g = &c->goal;
    const struct rdl_saturation_point *p = &g->first;
    const bool full = rdl_saturation_full(&g->saturation);

    if (c->observe.fd < 0 || c->options.metrics == 0)
        return json_null();
    return json_pack(
        "{so so sb sI sf sf sb so}", "window",
        g->options.window != 0 ? json_integer((json_int_t)g->options.window)
                               : json_null(),
        "window_seconds",
        g->options.window != 0 ? json_null()
                               : json_real((double)g->options.window_ns / 1e9),
        "full", full, "new",
        (json_int_t)(full ? rdl_saturation_added(&g->saturation)
                          : g->covered - g->base),
        "rate", rdl_stop_condition_rate(g), "r2",
        rdl_saturation_r2(&g->saturation), "saturated",
        rdl_saturation_reached(&g->saturation), "first_saturated",
        p->executions == 0
            ? json_null()
            : json_pack("{sI sf sI}", "executions", (json_int_t)p->executions,
                        "seconds", (double)p->ns / 1e9, "covered",
                        (json_int_t)p->covered));
}

static json_t *json_of_reasons(const struct rdl_campaign *c)
{
    json_t *array = json_array();
    struct rdl_claim_reason r;

    for (size_t i = 0; rdl_claim_reason(c, i, &r); i++)
        json_array_append_new(array,
                              json_pack("{ss so so}", "kind", r.kind, "text",
                                        rdl_json_text(r.text), "location",
                                        rdl_json_text(r.location)));
    return array;
}

/* How many executions it will take; null if that is known, or nothing is. */
static json_t *json_of_estimate(const struct rdl_claim *claim)
{
    const struct rdl_reach *r = claim->reach;

    if (!claim->stopped || rdl_reach_total(r) == 0)
        return json_null();
    return json_pack("{sI sI sf}", "about", (json_int_t)rdl_reach_total(r),
                     "at_least", (json_int_t)rdl_reach_least(r), "share",
                     r->progress.share);
}

static json_t *json_of_bounds(const struct rdl_claim *claim)
{
    const struct rdl_reach *r = claim->reach;
    const char *unit = rdl_claim_unit(claim->bound, 2);
    json_t *bounds =
        json_pack("{si si si ss sb}", "spurious", (int)claim->spurious, "weak",
                  (int)claim->weak, "allocations", (int)claim->allocations,
                  "time_passes", "idle", "complete_within", claim->within);
    json_t *by = json_array();

    for (const char *const *u =
             (const char *const[]){ "preemptions", "delays", NULL };
         *u != NULL; u++)
        json_object_set_new(bounds, *u,
                            unit != NULL && strcmp(unit, *u) == 0
                                ? json_integer(claim->most)
                                : json_null());
    for (uint32_t i = 0; unit != NULL && i <= r->level && i < RDL_REACH_LEVELS;
         i++)
        json_array_append_new(by, json_integer((json_int_t)r->by[i]));
    json_object_set_new(bounds, "interleavings_by",
                        unit != NULL ? json_incref(by) : json_null());
    json_object_set_new(bounds, "schedules",
                        claim->bound != RDL_BOUND_NONE
                            ? json_integer((json_int_t)r->schedules)
                            : json_null());
    json_decref(by);
    return bounds;
}

/* Of an exploration of every interleaving. */
static json_t *json_of_exploration(const struct rdl_campaign *c,
                                   const struct rdl_claim *claim)
{
    const struct rdl_reach *r = claim->reach;

    if (!claim->explores)
        return NULL;
    return json_pack(
        "{sI sI sI sI sI sI so so so so}", "interleavings",
        (json_int_t)(r->ended + r->deadlocks), "deadlocks",
        (json_int_t)r->deadlocks, "blocked", (json_int_t)r->blocked, "failed",
        (json_int_t)r->failed, "abandoned", (json_int_t)r->abandoned,
        "restarts", (json_int_t)r->restarts, "estimate",
        json_of_estimate(claim), "incomplete_because", json_of_reasons(c),
        "bounds", json_of_bounds(claim), "memory",
        json_pack("{sI sI sb}", "bytes", (json_int_t)r->memory, "used",
                  (json_int_t)r->used, "source_sets", r->lean));
}

static json_t *json_of_targets(const struct rdl_campaign *c)
{
    if (c->targets == 0)
        return json_null();
    return json_pack("{sI sI}", "given", (json_int_t)c->targets, "unknown",
                     (json_int_t)c->targets_unknown);
}

static json_t *json_of_reorderings(const struct rdl_foresight *f)
{
    return json_pack("{s:I, s:I, s:I, s:I, s:b}", "executions",
                     (json_int_t)f->executions, "steps", (json_int_t)f->steps,
                     "found", (json_int_t)f->n, "run", (json_int_t)f->given,
                     "partial", f->partial);
}

json_t *rdl_test_json(const struct rdl_test_result *r)
{
    const struct rdl_campaign *c = r->campaign;
    const struct rdl_config *config = &c->options.config;
    struct rdl_json_finding *findings = json_of_findings(c);
    struct rdl_json_note *notes = rdl_alloc(c->notes.n * sizeof(*notes));
    const struct rdl_claim claim = rdl_claim_of(c);
    json_t *object;

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
        .late = c->totals.late,
        .lost = c->totals.lost,
        .handled = c->totals.handled,
        .suppressed = c->totals.suppressed,
        .compared = c->totals.compared,
        .accesses = c->totals.accesses,
        .restored_pages = c->totals.restored_pages,
        .restored_bytes = c->totals.restored_bytes,
        .seconds = rdl_budget_seconds(&c->budget),
        .seconds_on_findings = rdl_budget_aside(&c->budget),
        .strategy = config->strategy,
        .depth = config->depth,
        .seed = config->seed,
        .time_passes = rdl_time_passes_name(c->time.wanted),
        .idle = c->time.idle,
        .early = c->time.early,
        .isolation = c->workers.isolation->name,
        .isolation_asked = c->options.worker.isolation->name,
        .fell = c->workers.fell[0] != '\0' ? c->workers.fell : NULL,
        .jobs = (unsigned)c->workers.n,
        .engine = config->engine,
        .threads = c->totals.threads,
        .most_enabled = c->totals.most_enabled,
        .deterministic = c->totals.deterministic,
        .difference = json_of_difference(&c->totals.difference),
        .event_hash = c->totals.first_hash,
        .stop = rdl_test_stops[c->stop],
        .verdict = rdl_verdict_word(&r->verdict, c),
        .exit_status = r->exit_status,
        .why = r->why,
        .coverage = rdl_coverage_json(c->observe.memory, c->options.metrics,
                                      c->options.pairs, rdl_proved_metrics(c)),
        .combined = rdl_coverage_json_combined(
            c->observe.memory, c->options.combined, rdl_proved_metrics(c)),
        .growth = json_of_growth(c),
        .skipped = rdl_campaign_skipped(c),
        .observed = c->observe.observed,
        .targets = json_of_targets(c),
        .capped = rdl_campaign_capped(c),
        .rules = json_of_rules(c),
        .complete = claim.complete,
        .predictions =
            rdl_predicted_json(c->predictions.all, c->predictions.n,
                               claim.complete && claim.reach->deadlocks == 0),
        .reorderings = json_of_reorderings(&c->foresight),
        .exploration = json_of_exploration(c, &claim),
        .n_findings = c->findings.n + c->warnings.n,
        .findings = findings,
        .n_notes = c->notes.n,
        .notes = notes,
    };

    object = rdl_json_test(&t);
    free(findings);
    free(notes);
    return object;
}
