/* sarif.c - the result as SARIF 2.1.0 (OASIS, Static Analysis Results
 * Interchange Format), for code-scanning services and editors.
 *
 * A finding is a result.  The schedule that leads to it is its code flow, with
 * one thread flow for each thread; locations have the number of their step as
 * executionOrder (3.38.11), from 1, because 0 would mean the beginning.  The
 * fingerprint is the finding's id, which does not depend on the schedule or on
 * the directory of the source (schedule/findings.h). */
#include "report/formats/ci.h"

#include "base/hash.h"
#include "detect/detector.h"
#include "report/formats/json.h"

#include <stdlib.h>
#include <string.h>

#define SARIF_SCHEMA                                                           \
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"      \
    "sarif-schema-2.1.0.json"
#define ROOT "SRCROOT"

/* A path as a URI (RFC 3986): relative, or with its scheme. */
static json_t *sarif_uri(const char *path, bool directory)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/+";
    char *text = malloc(3 * strlen(path) + sizeof("file:///"));
    char *to = text;
    json_t *uri;

    if (text == NULL)
        return NULL;
    if (path[0] == '/')
        to = stpcpy(to, "file://");
    for (; *path != '\0'; path++) {
        if (strchr(plain, *path) != NULL)
            *to++ = *path;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*path);
    }
    if (directory && to[-1] != '/')
        *to++ = '/';
    *to = '\0';
    uri = json_string(text);
    free(text);
    return uri;
}

static json_t *sarif_message(const char *text)
{
    return json_pack("{so}", "text", rdl_json_text(text));
}

static json_t *sarif_physical(const struct rdl_ci_place *p)
{
    json_t *artifact = json_pack("{so}", "uri", sarif_uri(p->file, false));
    json_t *region;

    if (p->below)
        json_object_set_new(artifact, "uriBaseId", json_string(ROOT));
    if (p->line == 0)
        return json_pack("{so}", "artifactLocation", artifact);
    region = json_pack("{si}", "startLine", (int)p->line);
    if (p->column > 0)
        json_object_set_new(region, "startColumn", json_integer(p->column));
    return json_pack("{so so}", "artifactLocation", artifact, "region", region);
}

static json_t *sarif_location(const struct rdl_ci_place *p, const char *message)
{
    json_t *location = json_object();

    if (p->file != NULL)
        json_object_set_new(location, "physicalLocation", sarif_physical(p));
    if (p->function != NULL)
        json_object_set_new(location, "logicalLocations",
                            json_pack("[{so ss}]", "fullyQualifiedName",
                                      rdl_json_text(p->function), "kind",
                                      "function"));
    if (message != NULL)
        json_object_set_new(location, "message", sarif_message(message));
    return location;
}

/* --- The schedule ---------------------------------------------------------
 */

static json_t *sarif_step(const struct rdl_ci_step *s)
{
    json_t *step =
        json_pack("{so sI ss}", "location", sarif_location(&s->place, s->op),
                  "executionOrder", (json_int_t)s->number + 1, "importance",
                  s->arrives || s->role != NULL ? "essential" : "important");

    if (s->role != NULL)
        json_object_set_new(step, "properties",
                            json_pack("{ss}", "role", s->role));
    return step;
}

static json_t *sarif_thread(const struct rdl_ci_thread *t)
{
    json_t *steps = json_array();
    char id[32];

    for (size_t i = 0; i < t->n_steps; i++)
        json_array_append_new(steps, sarif_step(&t->steps[i]));
    snprintf(id, sizeof(id), "thread %u", t->tid);
    return json_pack("{ss so}", "id", id, "locations", steps);
}

static json_t *sarif_flows(const struct rdl_ci_finding *f)
{
    json_t *threads = json_array();

    for (size_t i = 0; i < f->n_threads; i++)
        json_array_append_new(threads, sarif_thread(&f->threads[i]));
    return json_pack("[{so so}]", "message",
                     sarif_message("the schedule that leads to the failure"),
                     "threadFlows", threads);
}

/* --- Results --------------------------------------------------------------
 */

static size_t sarif_rule_index(const char *kind)
{
    const struct rdl_detector *d, *wanted = rdl_detector_find(kind);
    size_t i = 0;

    while ((d = rdl_detector_at(i)) != NULL && d != wanted)
        i++;
    return i;
}

static const char *sarif_level(bool warning)
{
    return warning ? "warning" : "error";
}

static json_t *sarif_rules(void)
{
    const struct rdl_detector *d;
    json_t *rules = json_array();

    for (size_t i = 0; (d = rdl_detector_at(i)) != NULL; i++)
        json_array_append_new(
            rules, json_pack("{ss so s{ss}}", "id", d->name, "shortDescription",
                             sarif_message(d->summary), "defaultConfiguration",
                             "level", sarif_level(d->severity == RDL_WARNING)));
    return rules;
}

/* The same for all places of a statement and from build to build, as long as
 * its line number does not change.  For a deadlock it is only the place where
 * one thread waits. */
static uint64_t sarif_statement(const struct rdl_ci_finding *f)
{
    const struct rdl_ci_place *p = &f->place;
    uint64_t h = rdl_hash_text(f->kind);

    h = rdl_mix(h, rdl_hash_text(p->file != NULL ? p->file : f->location));
    h = rdl_mix(h, rdl_hash_text(p->function != NULL ? p->function : ""));
    return rdl_mix(h, p->line);
}

const char *rdl_ci_access_role(size_t n, size_t i)
{
    static const char *const block[] = { "first", "between", "second",
                                         "beside" };
    static const char *const pair[] = { "one", "other" };

    return n == 2 ? pair[i % 2] : block[i % 4];
}

/* Both accesses of a race, or all of a block race. */
static json_t *sarif_sides(const struct rdl_ci_finding *f)
{
    static const char *const says[] = { "first access of the block",
                                        "access of the other thread in between",
                                        "second access of the block",
                                        "another access of the other thread" };
    json_t *all;

    if (f->n_accesses > 2) {
        all = json_array();
        for (size_t i = 0; i < f->n_accesses; i++)
            json_array_append_new(all,
                                  sarif_location(&f->accesses[i], says[i % 4]));
        return all;
    }
    return json_pack("[o o]", sarif_location(&f->place, "one access"),
                     sarif_location(&f->other, "the other access"));
}

static json_t *sarif_result(const struct rdl_ci_test *t,
                            const struct rdl_ci_finding *f)
{
    const struct rdl_ci_place program = { .file = t->program };
    char id[17], statement[17], message[2048];
    json_t *result;

    snprintf(id, sizeof(id), "%016llx", (unsigned long long)f->id);
    snprintf(statement, sizeof(statement), "%016llx",
             (unsigned long long)sarif_statement(f));
    snprintf(message, sizeof(message), "%s: %s%s%s", f->kind,
             f->text[0] != '\0' ? f->text : f->location,
             f->explanation != NULL ? "\n" : "",
             f->explanation != NULL ? f->explanation : "");
    result = json_pack(
        "{so ss ss so s[o] so so sI so}", "ruleId", rdl_json_text(f->kind),
        "level", sarif_level(f->warning), "kind", "fail", "message",
        sarif_message(message), "locations",
        sarif_location(f->place.file != NULL ? &f->place : &program, NULL),
        "fingerprints", json_pack("{ss}", "raddle/v1", id),
        "partialFingerprints",
        json_pack("{ss ss}", "raddle/v1", id, "raddleStatement/v1", statement),
        "occurrenceCount", (json_int_t)(f->times > 0 ? f->times : 1),
        "properties",
        json_pack("{sI so sI so sb sb sO}", "execution",
                  (json_int_t)f->execution, "nth",
                  f->before ? json_null() : json_integer((json_int_t)f->nth),
                  "steps", (json_int_t)f->steps, "schedule",
                  rdl_json_text(f->schedule), "replayed", f->replayed,
                  "earlier", f->before, "explanation", f->facts));
    if (rdl_detector_at(sarif_rule_index(f->kind)) != NULL)
        json_object_set_new(
            result, "ruleIndex",
            json_integer((json_int_t)sarif_rule_index(f->kind)));
    if (f->other.file != NULL)
        json_object_set_new(result, "relatedLocations", sarif_sides(f));
    if (f->baseline != NULL)
        json_object_set_new(result, "baselineState", json_string(f->baseline));
    if (f->n_threads > 0)
        json_object_set_new(result, "codeFlows", sarif_flows(f));
    return result;
}

static json_t *sarif_results(const struct rdl_ci_test *t)
{
    json_t *results = json_array();

    for (size_t i = 0; i < t->n_findings; i++)
        json_array_append_new(results, sarif_result(t, &t->findings[i]));
    for (size_t i = 0; i < t->n_warnings; i++)
        json_array_append_new(results, sarif_result(t, &t->warnings[i]));
    return results;
}

/* The notes; an error if nothing, or too little, was verified. */
static json_t *sarif_invocation(const struct rdl_ci_test *t)
{
    json_t *notices = json_array();

    for (size_t i = 0; i < t->n_notes; i++)
        json_array_append_new(
            notices, json_pack("{s{so} ss so}", "descriptor", "id",
                               rdl_json_text(t->notes[i].kind), "level", "note",
                               "message", sarif_message(t->notes[i].text)));
    if (t->why != NULL)
        json_array_append_new(notices,
                              json_pack("{ss so}", "level", "error", "message",
                                        sarif_message(t->why)));
    return json_pack("{sb si so}", "executionSuccessful",
                     t->n_findings > 0 || t->why == NULL, "exitCode",
                     t->exit_status, "toolExecutionNotifications", notices);
}

bool rdl_sarif_write(FILE *out, const struct rdl_ci_test *t)
{
    char *command = rdl_ci_command(t);
    json_t *driver, *run;

    if (command == NULL)
        return false;
    driver = json_pack("{ss ss so}", "name", "raddle", "version", t->version,
                       "rules", sarif_rules());
    run = json_pack(
        "{s{so} s{s{so}} s[o] so so}", "tool", "driver", driver,
        "originalUriBaseIds", ROOT, "uri", sarif_uri(t->root, true),
        "invocations", sarif_invocation(t), "results", sarif_results(t),
        "properties",
        json_pack("{so sI sI sI so sf}", "command", rdl_json_text(command),
                  "executions", (json_int_t)t->executions, "seed",
                  (json_int_t)t->seed, "suppressed", (json_int_t)t->suppressed,
                  "strategy", rdl_json_text(t->strategy), "seconds",
                  t->seconds));
    free(command);
    return rdl_json_write(out,
                          json_pack("{ss ss s[o]}", "$schema", SARIF_SCHEMA,
                                    "version", "2.1.0", "runs", run));
}
