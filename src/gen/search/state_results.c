/* state_results.c - what executions of a test returned, as JSON: numbers in
 * arrays, because a finding has up to hundreds of outcomes. */
#include "gen/search/state.h"

#include "base/text.h"
#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

/* JSON numbers do not hold 64 bits without a sign: as one with it. */
static json_t *results_value(const struct rdl_wire_value *v)
{
    return json_pack("[i,I,I]", (int)v->kind, (json_int_t)v->value,
                     (json_int_t)v->hash);
}

static json_t *results_call(const struct rdl_gen_results *r, unsigned call)
{
    const struct rdl_gen_result *c = &r->calls[call];
    json_t *one = json_pack("[i,i,i,i]", (int)c->called, (int)c->returned,
                            (int)r->from[call], (int)r->to[call]);

    for (unsigned i = 0; i < c->n_values; i++)
        json_array_append_new(one, results_value(&c->values[i]));
    return one;
}

json_t *rdl_gen_results_to_json(const struct rdl_gen_results *r)
{
    json_t *calls = json_array();

    for (unsigned i = 0; i < r->n_calls; i++)
        json_array_append_new(calls, results_call(r, i));
    return json_pack("{si,si,ss,si,so}", "ending", (int)r->ending, "locked",
                     (int)r->locked, "kind", r->kind, "function", r->function,
                     "calls", calls);
}

static bool results_read_call(const json_t *j, struct rdl_gen_results *r,
                              unsigned call)
{
    struct rdl_gen_result *c = &r->calls[call];
    const size_t n = json_array_size(j);
    int called, returned, from, to;

    if (n < 4 || n > 4 + RDL_WIRE_VALUES ||
        json_unpack((json_t *)j, "[i,i,i,i]", &called, &returned, &from, &to) !=
            0)
        return false;
    c->called = called != 0;
    c->returned = returned != 0;
    r->from[call] = (uint16_t)from;
    r->to[call] = (uint16_t)to;
    c->n_values = (unsigned)n - 4;
    for (unsigned i = 0; i < c->n_values; i++) {
        json_int_t value, hash;
        int kind;

        if (json_unpack(json_array_get(j, 4 + i), "[i,I,I]", &kind, &value,
                        &hash) != 0 ||
            kind < 0 || kind >= RDL_WIRE_N_KINDS)
            return false;
        c->values[i] = (struct rdl_wire_value){ .kind = (uint8_t)kind,
                                                .value = (uint64_t)value,
                                                .hash = (uint32_t)hash };
    }
    return true;
}

bool rdl_gen_results_from_json(const json_t *j, unsigned n_calls,
                               struct rdl_gen_results *r)
{
    const json_t *calls = json_object_get(j, "calls");
    const char *kind = json_string_value(json_object_get(j, "kind"));
    const json_int_t ending = json_integer_value(json_object_get(j, "ending"));

    memset(r, 0, sizeof(*r));
    r->function = (int)json_integer_value(json_object_get(j, "function"));
    r->locked = json_integer_value(json_object_get(j, "locked")) != 0;
    if (kind == NULL || json_array_size(calls) != n_calls ||
        n_calls > RDL_WIRE_CALLS || ending < 0 || ending > RDL_GEN_ABANDONED)
        return false;
    r->ending = (enum rdl_gen_ending)ending;
    rdl_text_copy(r->kind, kind, sizeof(r->kind));
    r->n_calls = n_calls;
    for (unsigned i = 0; i < n_calls; i++) {
        if (!results_read_call(json_array_get(calls, i), r, i))
            return false;
    }
    return true;
}

json_t *rdl_gen_outcomes_to_json(const struct rdl_gen_outcomes *o,
                                 unsigned n_calls)
{
    json_t *all = json_array(), *slack = json_array();

    for (size_t i = 0; i < o->n; i++)
        json_array_append_new(all, rdl_gen_results_to_json(&o->all[i]));
    for (unsigned i = 0; i < n_calls; i++)
        json_array_append_new(slack, json_integer(o->slack[i]));
    return json_pack("{so,so,sb}", "all", all, "slack", slack, "complete",
                     (int)o->complete);
}

bool rdl_gen_outcomes_from_json(const json_t *j, unsigned n_calls,
                                struct rdl_gen_outcomes *o)
{
    const json_t *all = json_object_get(j, "all");
    const json_t *slack = json_object_get(j, "slack");

    *o = (struct rdl_gen_outcomes){
        .n = json_array_size(all),
        .complete = json_is_true(json_object_get(j, "complete")),
    };
    if (!json_is_array(all) || json_array_size(slack) != n_calls)
        return false;
    o->all = rdl_alloc((o->n + 1) * sizeof(*o->all));
    for (unsigned i = 0; i < n_calls; i++)
        o->slack[i] = (uint32_t)json_integer_value(json_array_get(slack, i));
    for (size_t i = 0; i < o->n; i++) {
        if (!rdl_gen_results_from_json(json_array_get(all, i), n_calls,
                                       &o->all[i])) {
            free(o->all);
            *o = (struct rdl_gen_outcomes){ 0 };
            return false;
        }
    }
    return true;
}
