/* json.c - see json.h.  Each report is an object made with json_pack();
 * docs/json.md describes its fields. */
#include "report/formats/json.h"

#include "util/utf8.h"

#include <stdlib.h>
#include <string.h>

/* Paths and program texts may contain bytes that are not UTF-8: they become
 * question marks, because JSON cannot represent them. */
json_t *rdl_json_text(const char *text)
{
    json_t *value;
    char *copy;

    if (text == NULL)
        return json_null();
    value = json_string(text);
    if (value != NULL)
        return value;
    copy = strdup(text);
    for (char *c = copy; c != NULL && *c != '\0';) {
        size_t n = rdl_utf8_length(c);

        if (n == 0)
            *c = '?';
        c += n > 0 ? n : 1;
    }
    value = json_string(copy);
    free(copy);
    return value;
}

static json_t *json_number(uint64_t n)
{
    return json_integer((json_int_t)n);
}

/* 64 bits as text, since many readers cannot represent such a number. */
static json_t *json_hash(uint64_t hash)
{
    char text[17];

    snprintf(text, sizeof(text), "%016llx", (unsigned long long)hash);
    return rdl_json_text(text);
}

static json_t *json_arguments(char *const *arguments)
{
    json_t *array = json_array();

    for (; *arguments != NULL; arguments++)
        json_array_append_new(array, rdl_json_text(*arguments));
    return array;
}

json_t *rdl_json_finding(const struct rdl_json_finding *f)
{
    return json_pack(
        "{so so so so so ss so so so so so so so so sf so sb sb sb so so so "
        "so}",
        "id", json_hash(f->id), "kind", rdl_json_text(f->kind), "headline",
        f->headline, "case", rdl_json_text(f->part), "expectation",
        f->expectation, "severity", f->warning ? "warning" : "error", "race",
        f->race, "pattern", f->pattern, "location", rdl_json_text(f->location),
        "text", rdl_json_text(f->text), "execution", json_number(f->execution),
        "nth", f->nth != 0 ? json_number(f->nth) : json_null(), "steps",
        json_number(f->steps), "times", json_number(f->times), "seconds",
        f->seconds, "schedule", rdl_json_text(f->schedule), "replayed",
        f->replayed, "checked", f->checked, "before_threads", f->threadless,
        "preemptions", f->shrunk ? json_number(f->preemptions) : json_null(),
        "switches", f->shrunk ? json_number(f->switches) : json_null(),
        "shrunk_from", f->shrunk ? json_number(f->shrunk_from) : json_null(),
        "explanation", f->explanation);
}

static json_t *json_findings(const struct rdl_json_test *t)
{
    json_t *array = json_array();

    for (size_t i = 0; i < t->n_findings; i++)
        json_array_append_new(array, rdl_json_finding(&t->findings[i]));
    return array;
}

static json_t *json_notes(const struct rdl_json_test *t)
{
    json_t *array = json_array();

    for (size_t i = 0; i < t->n_notes; i++) {
        const struct rdl_json_note *n = &t->notes[i];

        json_array_append_new(
            array, json_pack("{so so so}", "kind", rdl_json_text(n->kind),
                             "text", rdl_json_text(n->text), "location",
                             rdl_json_text(n->location)));
    }
    return array;
}

bool rdl_json_write(FILE *out, json_t *object)
{
    bool good =
        object != NULL &&
        json_dumpf(object, out, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0 &&
        fputc('\n', out) != EOF && fflush(out) == 0;

    json_decref(object);
    return good;
}

json_t *rdl_json_test(const struct rdl_json_test *t)
{
    double rate = t->seconds > 0 ? (double)t->executions / t->seconds : 0;
    json_t *object = json_pack("{ss so so}", "command", "test", "program",
                               rdl_json_text(t->program), "arguments",
                               json_arguments(t->arguments));
    json_t *run = json_pack(
        "{so sf sf sf so so si so so so so so si sb so sb}", "executions",
        json_number(t->executions), "seconds", t->seconds,
        "seconds_on_findings", t->seconds_on_findings, "executions_per_second",
        rate, "steps", json_number(t->steps), "strategy",
        rdl_json_text(t->strategy), "depth", (int)t->depth, "seed",
        json_number(t->seed), "isolation", rdl_json_text(t->isolation),
        "isolation_asked", rdl_json_text(t->isolation_asked), "fell",
        rdl_json_text(t->fell), "engine", rdl_json_text(t->engine), "jobs",
        (int)t->jobs, "complete", t->complete, "coverage", t->coverage,
        "capped", t->capped);
    json_t *facts = json_pack(
        "{si si so so so so so so sb so so so ss ss si so so so}", "threads",
        (int)t->threads, "most_enabled", (int)t->most_enabled, "accesses",
        json_number(t->accesses), "cut", json_number(t->cut), "late",
        json_number(t->late), "lost", json_number(t->lost), "handled",
        json_number(t->handled), "suppressed", json_number(t->suppressed),
        "deterministic", t->deterministic, "difference", t->difference,
        "compared", json_number(t->compared), "event_hash",
        json_hash(t->event_hash), "stop", t->stop, "verdict", t->verdict,
        "exit_status", t->exit_status, "why", rdl_json_text(t->why), "notes",
        json_notes(t), "findings", json_findings(t));

    if (run != NULL)
        json_object_update(object, run);
    if (facts != NULL)
        json_object_update(object, facts);
    json_decref(run);
    json_decref(facts);
    json_object_set_new(object, "rules", t->rules);
    json_object_set_new(object, "combined", t->combined);
    json_object_set_new(object, "growth", t->growth);
    json_object_set_new(object, "predictions", t->predictions);
    json_object_set_new(object, "reorderings", t->reorderings);
    json_object_set_new(object, "skipped", json_number(t->skipped));
    json_object_set_new(object, "observed", json_number(t->observed));
    json_object_set_new(object, "targets", t->targets);
    json_object_set_new(object, "restored",
                        json_pack("{so so}", "pages",
                                  json_number(t->restored_pages), "bytes",
                                  json_number(t->restored_bytes)));
    json_object_set_new(
        object, "time",
        json_pack("{so so so}", "passes", rdl_json_text(t->time_passes), "idle",
                  json_number(t->idle), "any", json_number(t->early)));
    if (t->exploration != NULL) {
        json_object_update(object, t->exploration);
        json_decref(t->exploration);
    }
    return object;
}

bool rdl_json_replay(FILE *out, const struct rdl_json_replay *r)
{
    json_t *object = json_pack(
        "{ss so so so so so so so so so so so sf si}", "command", "replay",
        "schedule", rdl_json_text(r->schedule), "program",
        rdl_json_text(r->program), "result", rdl_json_text(r->result), "kind",
        rdl_json_text(r->kind), "location", rdl_json_text(r->location), "text",
        rdl_json_text(r->text), "times", json_number(r->times), "reproduced",
        json_number(r->reproduced), "steps", json_number(r->steps), "engine",
        rdl_json_text(r->engine), "isolation", rdl_json_text(r->isolation),
        "seconds", r->seconds, "exit_status", r->exit_status);
    json_t *divergence =
        r->diverged ? json_pack("{so so so so}", "step", json_number(r->step),
                                "why", rdl_json_text(r->why), "expected",
                                rdl_json_text(r->expected), "came",
                                rdl_json_text(r->came))
                    : json_null();

    if (object != NULL)
        json_object_set_new(object, "divergence", divergence);
    return rdl_json_write(out, object);
}

bool rdl_json_shrink(FILE *out, const struct rdl_json_shrink *s)
{
    return rdl_json_write(
        out,
        json_pack(
            "{ss so so so so so sb sb so so so so so so sf si so so}",
            "command", "shrink", "schedule", rdl_json_text(s->schedule),
            "program", rdl_json_text(s->program), "kind",
            rdl_json_text(s->kind), "location", rdl_json_text(s->location),
            "text", rdl_json_text(s->text), "shrunk", s->shrunk, "minimal",
            s->minimal, "preemptions", json_number(s->preemptions), "switches",
            json_number(s->switches), "threads", json_number(s->threads),
            "steps", json_number(s->steps), "shrunk_from",
            json_number(s->shrunk_from), "attempts", json_number(s->attempts),
            "seconds", s->seconds, "exit_status", s->exit_status, "why",
            rdl_json_text(s->why), "explanation", s->explanation));
}
