/* json.c - the result of raddle gen as JSON. */
#include "cli/gen/gen.h"

#include "cli/gen_file.h"
#include "gen/emit/test.h"
#include "util/alloc.h"
#include "util/die.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const verdicts[RDL_GEN_N_VERDICTS] = {
    [RDL_GEN_OUT_OF_ORDER] = "not-linearisable",
    [RDL_GEN_NEVER] = "not-sequentially-consistent",
    [RDL_GEN_UNSAFE] = "thread-safety-violation",
    [RDL_GEN_RACES] = "data-race",
};

const char *rdl_gen_kind(const struct rdl_gen_finding *f)
{
    return f->kind[0] != '\0' ? f->kind : verdicts[f->verdict];
}

static json_t *json_functions(const struct rdl_gen_session *s,
                              const struct rdl_gen_campaign *r)
{
    json_t *list = json_array();

    for (size_t i = 0; i < s->table->n_functions; i++) {
        const struct rdl_gen_function *f = &s->table->functions[i];
        json_t *o = json_pack("{s:s, s:s, s:b}", "name", f->name, "role",
                              rdl_gen_role_names[f->role], "at_the_same_time",
                              rdl_gen_concurrent(s->table, i));
        const bool fails = i < r->learnt.n && r->learnt.habits[i].fails;

        json_object_set_new(o, "left_out",
                            f->out_reason != NULL ? json_string(f->out_reason)
                            : fails ? json_string(r->learnt.habits[i].kind)
                                    : json_null());
        json_array_append_new(list, o);
    }
    return list;
}

static json_t *json_samples(const struct rdl_gen_campaign *r)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < r->n_samples; i++) {
        const struct rdl_gen_sample *s = &r->samples[i];

        json_array_append_new(
            list,
            json_pack("{s:I, s:I, s:f, s:I}", "tests", (json_int_t)s->tests,
                      "executions", (json_int_t)s->executions, "seconds",
                      s->seconds, "covered", (json_int_t)s->covered));
    }
    return list;
}

static json_t *json_pairs(const struct rdl_gen_session *s,
                          const struct rdl_gen_campaign *r)
{
    json_t *list = json_array();

    for (size_t i = 0; i < r->pairs.n; i++) {
        const struct rdl_gen_pair *p = &r->pairs.all[i];

        if (p->barred)
            continue;
        json_array_append_new(list, json_pack("{s:[ss], s:I, s:I, s:I, s:I}",
                                              "functions",
                                              s->table->functions[p->f].name,
                                              s->table->functions[p->g].name,
                                              "tried", (json_int_t)p->tried,
                                              "covered", (json_int_t)p->covered,
                                              "tests", (json_int_t)p->tests,
                                              "found", (json_int_t)p->found));
    }
    return list;
}

/* Takes the text of a stream over. */
static json_t *json_text(char *text)
{
    json_t *string = json_string(text);

    free(text);
    return string != NULL ? string : json_null();
}

static json_t *json_call(const struct rdl_gen_session *s,
                         const struct rdl_gen_finding *f, unsigned call)
{
    const struct rdl_gen_test *t = &f->test;
    size_t size;
    char *text, *values;
    FILE *out = rdl_alloc_stream(&text, &size);
    unsigned thread = 0;

    rdl_gen_emit_call(out, s->table, t, call);
    fclose(out);
    out = rdl_alloc_stream(&values, &size);
    if (f->verdict != RDL_GEN_RACES)
        rdl_gen_emit_values(out, s->table, t, call, &f->seen);
    fclose(out);
    /* 0: main; the tail has a number behind all threads. */
    while (thread <= t->n_suffixes && call >= rdl_gen_test_first(t, thread))
        thread++;
    return json_pack(
        "{s:s, s:i, s:o, s:o}", "function",
        s->table->functions[rdl_gen_test_call(t, call)->function].name,
        "thread", thread > t->n_suffixes ? 0 : (int)thread, "call",
        json_text(text), "result", json_text(values));
}

static json_t *json_finding(const struct rdl_gen_session *s,
                            const struct rdl_gen_finding *f)
{
    json_t *calls = json_array(), *allowed = json_array();
    char **texts = NULL;
    size_t n = 0;

    for (unsigned i = 0; i < rdl_gen_test_calls(&f->test); i++)
        json_array_append_new(calls, json_call(s, f, i));
    if (rdl_gen_asserts(f))
        rdl_gen_allowed(s, f, &texts, &n);
    for (size_t i = 0; i < n; i++)
        json_array_append_new(allowed, json_string(texts[i]));
    rdl_gen_text_clear(&texts, &n);
    return json_pack(
        "{s:s?, s:o, s:o, s:s?, s:[ss], s:I, s:I, s:f, s:I, s:i, s:o, s:b, "
        "s:s?, s:s?, s:s?, s:s?, s:s}",
        "verdict", verdicts[f->verdict], "title",
        json_text(rdl_gen_title(s, f)), "allowed", allowed, "kind",
        f->kind[0] != '\0' ? f->kind : NULL, "functions",
        s->table->functions[f->f].name, s->table->functions[f->g].name, "test",
        (json_int_t)f->test_number, "executions", (json_int_t)f->executions,
        "seconds", f->seconds, "times", (json_int_t)f->times, "calls_before",
        (int)f->calls_before, "calls", calls, "confirmed", f->confirmed,
        "source", f->source, "schedule", f->schedule, "earlier", f->earlier,
        "says", f->said, "severity",
        rdl_gen_is_warning(s, f) ? "warning" : "error");
}

json_t *rdl_gen_json(const struct rdl_gen_session *s,
                     const struct rdl_gen_campaign *r)
{
    static const char *const ends[] = {
        [RDL_GEN_END_TESTS] = "tests",
        [RDL_GEN_END_TIME] = "time",
        [RDL_GEN_END_FINDINGS] = "findings",
        [RDL_GEN_END_INTERRUPTED] = "interrupted",
        [RDL_GEN_END_NOTHING] = "nothing",
        [RDL_GEN_END_JOBS] = "jobs",
    };
    const struct rdl_gen_table *t = s->table;
    json_t *findings = json_array();

    for (size_t i = 0; i < r->n_findings; i++)
        json_array_append_new(findings, json_finding(s, &r->findings[i]));
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:f, s:I, s:I, s:I, s:I, s:I, "
        "s:I, s:I, s:o, s:o, s:o, s:o}",
        "command", "gen", "header", t->header, "handle",
        t->handles[t->handle].type, "stop", ends[r->end], "seed",
        (json_int_t)s->cli->seed, "tests", (json_int_t)r->tests, "executions",
        (json_int_t)r->executions, "seconds", r->seconds, "sequences",
        (json_int_t)r->learnt.sequences, "sequences_failed",
        (json_int_t)r->learnt.failed, "fail_alone", (json_int_t)r->fail_alone,
        "stuck", (json_int_t)r->stuck, "empty", (json_int_t)r->empty,
        "undecided", (json_int_t)r->undecided, "cut", (json_int_t)r->cut,
        "functions", json_functions(s, r), "samples", json_samples(r), "pairs",
        json_pairs(s, r), "findings", findings);
}

void rdl_gen_json_keep(const struct rdl_gen_session *s,
                       const struct rdl_gen_campaign *r)
{
    json_t *results = rdl_gen_json(s, r);
    const int failed = rdl_gen_file_write(s->cli->out, results);

    if (failed != 0)
        rdl_warn("cannot write the results into %s: %s; raddle report cannot "
                 "show them",
                 s->cli->out, strerror(-failed));
    json_decref(results);
}
