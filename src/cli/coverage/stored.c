/* stored.c - see stored.h.  The first functions are callbacks of the store's
 * reader (store/read.h); they fill a listing, arrays of JSON and notes. */
#include "cli/coverage/stored.h"

#include "base/text.h"
#include "store/build.h"
#include "util/die.h"
#include "report/formats/json.h"
#include "report/predicted.h"

#include <stdlib.h>
#include <string.h>

void rdl_stored_note(struct rdl_stored *s, char *text)
{
    s->notes = rdl_grow(s->notes, (s->n_notes + 1) * sizeof(*s->notes));
    rdl_text_clean(text);
    s->notes[s->n_notes++] = text;
}

/* --- Reading -------------------------------------------------------------- */

static void stored_module(void *data, uint32_t number, const char *path,
                          const char *build)
{
    struct rdl_stored *s = data;
    char *is = rdl_store_build_of(path);
    bool usable = is != NULL && (build[0] == '\0' || strcmp(is, build) == 0);
    uint8_t id[20];

    if (is == NULL)
        rdl_stored_note(s, rdl_format("%s cannot be read any more: its places "
                                      "are shown as offsets",
                                      path));
    else if (!usable)
        rdl_stored_note(s, rdl_format("%s has changed since it was tested: its "
                                      "places are shown as offsets",
                                      path));
    rdl_listing_module(s->listing, number, path, id,
                       rdl_store_build_bytes(build, id, sizeof(id)), usable);
    free(is);
}

static void stored_location(void *data, uint32_t number, uint32_t module,
                            uint64_t offset)
{
    struct rdl_stored *s = data;

    rdl_listing_location(s->listing, number, module, offset);
}

static void stored_requirement(void *data,
                               const struct rdl_store_requirement *r)
{
    struct rdl_stored *s = data;
    const struct rdl_listed listed = {
        .metric = r->metric,
        .l1 = r->l1,
        .l2 = r->l2,
        .estimated = r->estimated,
        .covered = r->covered,
        .proved = (s->summary.proved >> r->metric & 1) != 0,
        .execution = r->execution,
        .seconds = r->seconds,
        .counted = r->counted,
        .hits = r->hits,
        .failed = r->failed,
    };

    rdl_listing_add(s->listing, &listed);
}

static void stored_finding(void *data, const struct rdl_found *found)
{
    struct rdl_stored *s = data;
    struct rdl_found *copy;

    s->findings =
        rdl_grow(s->findings, (s->n_findings + 1) * sizeof(*s->findings));
    copy = &s->findings[s->n_findings++];
    *copy = *found;
    if (found->schedule != NULL)
        copy->schedule = rdl_strdup(found->schedule);
}

static void stored_limit(void *data, const char *kind, const char *text,
                         const char *location)
{
    struct rdl_stored *s = data;
    char *note = location[0] != '\0' ? rdl_format("%s (%s)", text, location)
                                     : rdl_strdup(text);

    (void)kind;
    json_array_append_new(s->limits, rdl_json_text(note));
    rdl_stored_note(s, note);
}

static void stored_incomplete(void *data, const char *kind, const char *text,
                              const char *location)
{
    struct rdl_stored *s = data;

    json_array_append_new(s->incomplete,
                          json_pack("{so so so}", "kind", rdl_json_text(kind),
                                    "text", rdl_json_text(text), "location",
                                    rdl_json_text(location)));
    rdl_stored_note(s, rdl_format("raddle prove is not complete because %s%s%s",
                                  text, location[0] != '\0' ? " at " : "",
                                  location));
}

static void stored_prediction(void *data, const struct rdl_prediction *p)
{
    struct rdl_stored *s = data;

    s->predictions = rdl_grow(s->predictions,
                              (s->n_predictions + 1) * sizeof(*s->predictions));
    s->predictions[s->n_predictions++] = *p;
}

static void stored_session(void *data, const struct rdl_store_session *p)
{
    struct rdl_stored *s = data;

    json_array_append_new(
        s->sessions,
        json_pack("{so so so so sI so sI sf so}", "began",
                  p->began >= 0 ? json_integer(p->began) : json_null(), "ended",
                  p->ended >= 0 ? json_integer(p->ended) : json_null(),
                  "version", rdl_json_text(p->version), "strategy",
                  rdl_json_text(p->strategy), "seed", (json_int_t)p->seed,
                  "metrics", rdl_json_text(p->metrics), "executions",
                  (json_int_t)p->executions, "seconds", p->seconds, "how",
                  rdl_json_text(p->how)));
}

static void stored_push(json_t *object, const char *name, json_t *value)
{
    json_t *array = json_object_get(object, name);

    if (array == NULL) {
        array = json_array();
        json_object_set_new(object, name, array);
    }
    json_array_append_new(array, value);
}

/* Arrays by column, which are shorter than an object for each sample. */
static void stored_sample(void *data, const struct rdl_store_sample *m)
{
    struct rdl_stored *s = data;
    json_t *covered = json_object_get(s->samples, "covered");
    const struct rdl_metric *metric;

    stored_push(s->samples, "seconds", json_real(m->seconds));
    stored_push(s->samples, "executions",
                json_integer((json_int_t)m->executions));
    stored_push(s->samples, "findings", json_integer((json_int_t)m->findings));
    for (size_t i = 0; (metric = rdl_metric_at(i)) != NULL; i++) {
        if ((s->summary.asked >> i & 1) != 0)
            stored_push(covered, metric->name,
                        json_integer((json_int_t)m->covered[i]));
    }
}

void rdl_stored_read(struct rdl_stored *s, const char *dir, bool history)
{
    const struct rdl_store_reader reader = {
        .data = s,
        .module = stored_module,
        .location = stored_location,
        .requirement = stored_requirement,
        .finding = stored_finding,
        .note = stored_limit,
        .incomplete = stored_incomplete,
        .prediction = stored_prediction,
        .session = history ? stored_session : NULL,
        .sample = history ? stored_sample : NULL,
    };
    char *why;

    *s = (struct rdl_stored){
        .dir = dir,
        .listing = rdl_listing_new(),
        .limits = json_array(),
        .incomplete = json_array(),
        .sessions = json_array(),
        .samples = json_pack("{s[] s[] s[] s{}}", "seconds", "executions",
                             "findings", "covered"),
    };
    switch (rdl_store_read(dir, &reader, &s->summary, &why)) {
    case RDL_STORE_UNREADABLE:
        rdl_die(RDL_EXIT_USAGE, "%s", why);
    case RDL_STORE_DAMAGED:
        rdl_die(RDL_EXIT_NOTHING, "%s", why);
    case RDL_STORE_READ:
        break;
    }
}

void rdl_stored_free(struct rdl_stored *s)
{
    for (size_t i = 0; i < s->n_notes; i++)
        free(s->notes[i]);
    free(s->notes);
    for (size_t i = 0; i < s->n_findings; i++)
        free(s->findings[i].schedule);
    free(s->findings);
    free(s->predictions);
    json_decref(s->limits);
    json_decref(s->incomplete);
    json_decref(s->sessions);
    json_decref(s->samples);
    rdl_store_summary_free(&s->summary);
    rdl_listing_free(s->listing);
}

/* --- For machines --------------------------------------------------------- */

static json_t *stored_json_texts(char *const *texts, size_t n)
{
    json_t *array = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, rdl_json_text(texts[i]));
    return array;
}

static json_t *stored_json_pairs(const struct rdl_store_summary *s)
{
    const struct rdl_combinatorial *kind;
    json_t *object = json_object();

    for (size_t i = 0; (kind = rdl_combinatorial_at(i)) != NULL; i++)
        json_object_set_new(object, kind->name,
                            json_integer((json_int_t)s->pairs[i]));
    return object;
}

static json_t *stored_json_metrics(uint32_t metrics, uint32_t pairs)
{
    const struct rdl_combinatorial *kind;
    json_t *array = json_array();

    for (size_t i = 0; i < RDL_N_METRICS; i++) {
        if ((metrics >> i & 1) != 0)
            json_array_append_new(array, json_string(rdl_metric_at(i)->name));
    }
    for (size_t i = 0; (kind = rdl_combinatorial_at(i)) != NULL; i++) {
        if ((pairs >> i & 1) != 0)
            json_array_append_new(array, json_string(kind->name));
    }
    return array;
}

static json_t *stored_json_totals(const struct rdl_stored *s, uint32_t metrics)
{
    json_t *object = rdl_listing_json_totals(s->listing, metrics);

    for (size_t i = 0; i < RDL_N_METRICS; i++) {
        json_t *of = json_object_get(object, rdl_metric_at(i)->name);

        if (of == NULL)
            continue;
        json_object_set_new(of, "executions",
                            json_integer((json_int_t)s->summary.recording[i]));
        json_object_set_new(of, "proved",
                            json_boolean(s->summary.proved >> i & 1));
    }
    return object;
}

json_t *rdl_stored_json(const struct rdl_stored *s, uint32_t metrics)
{
    size_t n = 0;

    while (s->summary.arguments[n] != NULL)
        n++;
    return json_pack(
        "{so so so sI sI sf so sO sO so sb so so so so so}", "directory",
        rdl_json_text(s->dir), "program", rdl_json_text(s->summary.program),
        "arguments", stored_json_texts(s->summary.arguments, n), "executions",
        (json_int_t)s->summary.executions, "failed",
        (json_int_t)s->summary.failed, "seconds", s->summary.seconds, "notes",
        stored_json_texts(s->notes, s->n_notes), "limits", s->limits,
        "incomplete_because", s->incomplete, "interleavings",
        s->summary.interleavings == 0
            ? json_null()
            : json_integer((json_int_t)s->summary.interleavings),
        "capped", s->summary.capped, "recorded",
        stored_json_metrics(s->summary.asked, s->summary.asked_pairs),
        "besides",
        stored_json_metrics(s->summary.recorded & ~s->summary.asked,
                            s->summary.recorded_pairs &
                                ~s->summary.asked_pairs),
        "predictions",
        rdl_predicted_json(s->predictions, s->n_predictions,
                           s->summary.proved != 0),
        "coverage", stored_json_totals(s, metrics), "pairs",
        stored_json_pairs(&s->summary));
}

size_t rdl_stored_warnings(const struct rdl_stored *s)
{
    size_t n = 0;

    for (size_t i = 0; i < s->n_findings; i++)
        n += s->findings[i].warning;
    return n;
}
