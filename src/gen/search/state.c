/* state.c - see state.h. */
#include "gen/search/state.h"

#include "base/text.h"
#include "util/alloc.h"
#include "util/atomic_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FORMAT 2

/* --- Tests ---------------------------------------------------------------- */

static json_t *state_calls(const struct rdl_wire_call *calls, unsigned n)
{
    json_t *all = json_array();

    for (unsigned i = 0; i < n; i++) {
        json_t *one = json_array();

        json_array_append_new(one, json_integer(calls[i].function));
        for (unsigned k = 0; k < RDL_WIRE_ARGUMENTS; k++)
            json_array_append_new(one, json_integer(calls[i].arguments[k]));
        json_array_append_new(all, one);
    }
    return all;
}

json_t *rdl_gen_test_to_json(const struct rdl_gen_test *t)
{
    json_t *suffixes = json_array();

    for (unsigned i = 0; i < t->n_suffixes; i++)
        json_array_append_new(
            suffixes, state_calls(t->suffixes[i].calls, t->suffixes[i].n));
    return json_pack("{so,so,so}", "prefix",
                     state_calls(t->prefix.calls, t->prefix.n), "suffixes",
                     suffixes, "tail", state_calls(t->tail.calls, t->tail.n));
}

static bool state_read_calls(const json_t *j, struct rdl_wire_call *calls,
                             unsigned *n, size_t most)
{
    if (!json_is_array(j) || json_array_size(j) > most)
        return false;
    *n = (unsigned)json_array_size(j);
    for (unsigned i = 0; i < *n; i++) {
        const json_t *one = json_array_get(j, i);

        if (json_array_size(one) != 1 + RDL_WIRE_ARGUMENTS)
            return false;
        calls[i].function =
            (uint16_t)json_integer_value(json_array_get(one, 0));
        for (unsigned k = 0; k < RDL_WIRE_ARGUMENTS; k++)
            calls[i].arguments[k] =
                (uint8_t)json_integer_value(json_array_get(one, 1 + k));
    }
    return true;
}

bool rdl_gen_test_from_json(const json_t *j, struct rdl_gen_test *t)
{
    const json_t *suffixes = json_object_get(j, "suffixes");

    memset(t, 0, sizeof(*t));
    if (!state_read_calls(json_object_get(j, "prefix"), t->prefix.calls,
                          &t->prefix.n, RDL_WIRE_PREFIX) ||
        !state_read_calls(json_object_get(j, "tail"), t->tail.calls, &t->tail.n,
                          RDL_WIRE_TAIL) ||
        json_array_size(suffixes) > RDL_WIRE_SUFFIXES)
        return false;
    t->n_suffixes = (unsigned)json_array_size(suffixes);
    for (unsigned i = 0; i < t->n_suffixes; i++) {
        if (!state_read_calls(json_array_get(suffixes, i), t->suffixes[i].calls,
                              &t->suffixes[i].n, RDL_WIRE_SUFFIX))
            return false;
    }
    return true;
}

/* --- Findings ------------------------------------------------------------- */

static json_t *state_finding(const struct rdl_gen_finding *f)
{
    const unsigned n = rdl_gen_test_calls(&f->test);

    return json_pack(
        "{si,ss*,ss,si,so,sI,sI,si,sf,si,sb,ss*,ss*,si,si,sI,so,so}", "verdict",
        (int)f->verdict, "said", f->said, "kind", f->kind, "function",
        f->function, "test", rdl_gen_test_to_json(&f->test), "test_number",
        (json_int_t)f->test_number, "executions", (json_int_t)f->executions,
        "calls_before", (int)f->calls_before, "seconds", f->seconds, "times",
        (int)f->times, "confirmed", (int)f->confirmed, "source", f->source,
        "schedule", f->schedule, "f", (int)f->f, "g", (int)f->g, "ignored",
        (json_int_t)f->ignored, "seen", rdl_gen_results_to_json(&f->seen),
        "outcomes", rdl_gen_outcomes_to_json(&f->outcomes, n));
}

/* Are all its functions in a table of this size? */
static bool state_fits(const struct rdl_gen_test *t, size_t n_functions)
{
    for (unsigned i = 0; i < rdl_gen_test_calls(t); i++) {
        if (rdl_gen_test_call(t, i)->function >= n_functions)
            return false;
    }
    return t->n_suffixes >= 2 && t->suffixes[0].n > 0 && t->suffixes[1].n > 0;
}

static bool state_read_finding(const json_t *j, size_t n_functions,
                               struct rdl_gen_finding *f)
{
    const char *source = json_string_value(json_object_get(j, "source"));
    const char *schedule = json_string_value(json_object_get(j, "schedule"));
    const char *kind = json_string_value(json_object_get(j, "kind"));
    const char *said = json_string_value(json_object_get(j, "said"));
    const json_int_t verdict =
        json_integer_value(json_object_get(j, "verdict"));

    *f = (struct rdl_gen_finding){
        .function = (int)json_integer_value(json_object_get(j, "function")),
        .test_number =
            (uint64_t)json_integer_value(json_object_get(j, "test_number")),
        .executions =
            (uint64_t)json_integer_value(json_object_get(j, "executions")),
        .calls_before =
            (unsigned)json_integer_value(json_object_get(j, "calls_before")),
        .seconds = json_real_value(json_object_get(j, "seconds")),
        .times = (uint32_t)json_integer_value(json_object_get(j, "times")),
        .confirmed = json_is_true(json_object_get(j, "confirmed")),
        .f = (uint16_t)json_integer_value(json_object_get(j, "f")),
        .g = (uint16_t)json_integer_value(json_object_get(j, "g")),
        .ignored = (uint64_t)json_integer_value(json_object_get(j, "ignored")),
    };
    if (kind == NULL || verdict < 0 || verdict >= RDL_GEN_N_VERDICTS ||
        !rdl_gen_test_from_json(json_object_get(j, "test"), &f->test) ||
        !state_fits(&f->test, n_functions) || f->f >= n_functions ||
        f->g >= n_functions || f->function >= (int)n_functions ||
        !rdl_gen_results_from_json(json_object_get(j, "seen"),
                                   rdl_gen_test_calls(&f->test), &f->seen) ||
        !rdl_gen_outcomes_from_json(json_object_get(j, "outcomes"),
                                    rdl_gen_test_calls(&f->test), &f->outcomes))
        return false;
    f->verdict = (enum rdl_gen_verdict)verdict;
    rdl_text_copy(f->kind, kind, sizeof(f->kind));
    f->said = said != NULL ? rdl_strdup(said) : NULL;
    f->source = source != NULL ? rdl_strdup(source) : NULL;
    f->schedule = schedule != NULL ? rdl_strdup(schedule) : NULL;
    return true;
}

/* --- Pairs ---------------------------------------------------------------- */

/* Both functions, then the counts. */
static json_t *state_pair(const struct rdl_gen_pair *p)
{
    json_t *j = json_pack("[i,i]", p->f, p->g);

#define COUNT(name) json_array_append_new(j, json_integer(p->name));
    RDL_GEN_PAIR_COUNTS(COUNT)
#undef COUNT
    return j;
}

static void state_read_pair(const json_t *j, struct rdl_gen_pairs *pairs)
{
    struct rdl_gen_pair *p;
    size_t at = 2;
    int f, g;

    if (json_unpack((json_t *)j, "[i,i]", &f, &g) != 0)
        return;
    p = rdl_gen_pairs_find(pairs, (unsigned)f, (unsigned)g);
    if (p == NULL)
        return;
#define COUNT(name)                                                            \
    p->name = (uint32_t)json_integer_value(json_array_get(j, at++));
    RDL_GEN_PAIR_COUNTS(COUNT)
#undef COUNT
}

/* --- Functions that did not return in time -------------------------------- */

static json_t *state_late(const struct rdl_gen_learnt *l)
{
    json_t *all = json_array();

    for (size_t i = 0; i < l->n; i++) {
        const struct rdl_gen_habit *h = &l->habits[i];

        if (h->late > 0)
            json_array_append_new(
                all, json_pack("{sI,sI,sb,ss}", "function", (json_int_t)i,
                               "times", (json_int_t)h->late, "left_out",
                               (int)h->fails, "kind", h->kind));
    }
    return all;
}

static void state_read_late(const json_t *all, struct rdl_gen_learnt *l)
{
    for (size_t i = 0; i < json_array_size(all); i++) {
        json_int_t function, times;
        const char *kind;
        int fails;

        if (json_unpack(json_array_get(all, i), "{sI,sI,sb,ss}", "function",
                        &function, "times", &times, "left_out", &fails, "kind",
                        &kind) != 0 ||
            function < 0 || (size_t)function >= l->n)
            continue;
        l->habits[function].late = (uint32_t)times;
        l->habits[function].fails |= fails != 0;
        rdl_text_copy(l->habits[function].kind, kind,
                      sizeof(l->habits[function].kind));
    }
}

/* --- The whole ------------------------------------------------------------ */

int rdl_gen_state_save(const char *path, const struct rdl_gen_table *t,
                       const struct rdl_gen_campaign *r, uint64_t rng,
                       uint64_t tests)
{
    json_t *pairs = json_array(), *findings = json_array();
    char state[32], *text;
    json_t *all;
    int failed;

    for (size_t i = 0; i < r->pairs.n; i++)
        json_array_append_new(pairs, state_pair(&r->pairs.all[i]));
    for (size_t i = 0; i < r->n_findings; i++)
        json_array_append_new(findings, state_finding(&r->findings[i]));
    /* JSON numbers do not hold 64 bits without a sign. */
    snprintf(state, sizeof(state), "%016llx", (unsigned long long)rng);
    all = json_pack("{si,ss,sI,sf,so,so}", "format", FORMAT, "rng", state,
                    "made", (json_int_t)tests, "seconds", r->seconds, "pairs",
                    pairs, "findings", findings);
    json_object_set_new(all, "late", state_late(&r->learnt));
    json_object_set_new(all, "table", rdl_gen_table_to_json(t));
#define COUNT(name)                                                            \
    json_object_set_new(all, #name, json_integer((json_int_t)r->name));
    RDL_GEN_COUNTS(COUNT)
#undef COUNT
    text = json_dumps(all, JSON_INDENT(1));
    json_decref(all);
    if (text == NULL)
        return -ENOMEM;
    failed = rdl_atomic_file(path, text, strlen(text));
    free(text);
    return failed;
}

static void state_read_all(const json_t *j, struct rdl_gen_campaign *r,
                           uint64_t *rng, uint64_t *tests)
{
    const json_t *findings = json_object_get(j, "findings");
    const json_t *pairs = json_object_get(j, "pairs");
    const char *state = json_string_value(json_object_get(j, "rng"));

    *rng = state != NULL ? strtoull(state, NULL, 16) : *rng;
    *tests = (uint64_t)json_integer_value(json_object_get(j, "made"));
    r->seconds = json_number_value(json_object_get(j, "seconds"));
#define COUNT(name)                                                            \
    r->name = (uint64_t)json_integer_value(json_object_get(j, #name));
    RDL_GEN_COUNTS(COUNT)
#undef COUNT
    for (size_t i = 0; i < json_array_size(pairs); i++)
        state_read_pair(json_array_get(pairs, i), &r->pairs);
    r->findings =
        rdl_alloc((json_array_size(findings) + 1) * sizeof(*r->findings));
    for (size_t i = 0; i < json_array_size(findings); i++) {
        if (state_read_finding(json_array_get(findings, i), r->learnt.n,
                               &r->findings[r->n_findings]))
            r->n_findings++;
    }
}

/* Was it saved with this table? */
static bool state_is_of(const json_t *j, const struct rdl_gen_table *t)
{
    json_t *table = rdl_gen_table_to_json(t);
    const bool same = json_equal(table, json_object_get(j, "table")) != 0;

    json_decref(table);
    return same;
}

bool rdl_gen_state_load(const char *path, const struct rdl_gen_table *t,
                        struct rdl_gen_campaign *r, uint64_t *rng,
                        uint64_t *tests, struct rdl_gen_learnt *late,
                        struct rdl_error *e)
{
    json_error_t why;
    json_t *j;

    if (access(path, F_OK) != 0)
        return true;
    j = json_load_file(path, 0, &why);
    if (j == NULL ||
        json_integer_value(json_object_get(j, "format")) != FORMAT) {
        json_decref(j);
        return rdl_error_set(e, RDL_EXIT_USAGE,
                             "cannot go on from %s: it is not the state of a "
                             "campaign of this version (remove it to begin "
                             "anew)",
                             path);
    }
    r->anew = !state_is_of(j, t);
    if (!r->anew)
        state_read_all(j, r, rng, tests);
    if (!r->anew && late != NULL)
        state_read_late(json_object_get(j, "late"), late);
    json_decref(j);
    return true;
}
