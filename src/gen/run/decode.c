/* decode.c - a test as the bytes of a payload, and the bytes of an answer as
 * results.  The target may have written anything into the answer. */
#include "gen/run/runner.h"

#include <string.h>

size_t rdl_gen_encode(const struct rdl_gen_test *t,
                      const struct rdl_gen_order *order, struct rdl_gen_way way,
                      struct rdl_wire_test *out)
{
    const unsigned n = rdl_gen_test_calls(t);

    memset(out, 0, sizeof(*out));
    if (order != NULL) {
        out->head.magic = RDL_PAYLOAD_CALLS;
        out->head.n = (uint8_t)order->n;
        out->head.twist = way.twist;
        out->head.early = way.early;
        memcpy(out->head.order, order->suffix, order->n);
    }
    out->version = RDL_WIRE_VERSION;
    out->n_prefix = (uint8_t)t->prefix.n;
    out->n_suffixes = (uint8_t)t->n_suffixes;
    for (unsigned i = 0; i < t->n_suffixes; i++)
        out->n_suffix[i] = (uint8_t)t->suffixes[i].n;
    out->n_tail = (uint8_t)t->tail.n;
    for (unsigned i = 0; i < n; i++)
        out->calls[i] = *rdl_gen_test_call(t, i);
    return offsetof(struct rdl_wire_test, calls) + n * sizeof(out->calls[0]);
}

/* The first value, in the order of calls, that is this address: see
 * RDL_GEN_FRESH_CALL. */
static unsigned decode_first(const struct rdl_wire_answer *a, unsigned n,
                             uint64_t address)
{
    for (unsigned i = 0; i < n; i++) {
        const struct rdl_wire_result *r = &a->results[i];

        for (unsigned k = 0; k < r->n_values && k < RDL_WIRE_VALUES; k++) {
            if (r->values[k].kind == RDL_WIRE_FRESH &&
                r->values[k].value == address)
                return i * RDL_WIRE_VALUES + k;
        }
    }
    return n * RDL_WIRE_VALUES;
}

static void decode_call(const struct rdl_wire_answer *a, unsigned n,
                        unsigned call, struct rdl_gen_result *out)
{
    const struct rdl_wire_result *r = &a->results[call];

    out->called = r->called != 0;
    out->returned = r->returned != 0;
    if (!out->returned)
        return;
    out->n_values =
        r->n_values < RDL_WIRE_VALUES ? r->n_values : RDL_WIRE_VALUES;
    for (unsigned k = 0; k < out->n_values; k++) {
        struct rdl_wire_value *v = &out->values[k];

        v->kind = r->values[k].kind < RDL_WIRE_N_KINDS ? r->values[k].kind : 0;
        v->hash = r->values[k].hash;
        v->value = v->kind == RDL_WIRE_FRESH
                       ? decode_first(a, n, r->values[k].value)
                       : r->values[k].value;
    }
}

void rdl_gen_decode(const struct rdl_gen_test *t,
                    const struct rdl_wire_answer *answer,
                    struct rdl_gen_results *out)
{
    const unsigned n = rdl_gen_test_calls(t);

    memset(out, 0, sizeof(*out));
    out->function = -1;
    out->n_calls = n;
    out->ending = answer->state == RDL_WIRE_DONE        ? RDL_GEN_RETURNED
                  : answer->state == RDL_WIRE_ABANDONED ? RDL_GEN_ABANDONED
                                                        : RDL_GEN_CUT;
    for (unsigned i = 0; i < n; i++) {
        decode_call(answer, n, i, &out->calls[i]);
        out->from[i] = answer->results[i].called;
        out->to[i] = answer->results[i].returned;
    }
}
