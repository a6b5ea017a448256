/* orders.c - see orders.h. */
#include "gen/test/orders.h"

#include "util/fatal.h"

#include <string.h>

_Static_assert(RDL_WIRE_SUFFIXES *RDL_WIRE_SUFFIX <= RDL_PAYLOAD_ORDER,
               "an order has room for all calls");

/* n over k. */
static uint64_t orders_choose(unsigned n, unsigned k)
{
    uint64_t ways = 1;

    for (unsigned i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

uint32_t rdl_gen_orders_count(const struct rdl_gen_test *t)
{
    uint64_t ways = 1;
    unsigned placed = 0;

    for (unsigned i = 0; i < t->n_suffixes; i++) {
        placed += t->suffixes[i].n;
        ways *= orders_choose(placed, t->suffixes[i].n);
    }
    return ways < UINT32_MAX ? (uint32_t)ways : UINT32_MAX;
}

struct orders_search {
    unsigned left[RDL_WIRE_SUFFIXES];
    unsigned n_suffixes, total;
    struct rdl_gen_order so_far;
    struct rdl_gen_orders *out;
};

static void orders_all(struct orders_search *s)
{
    if (s->so_far.n == s->total) {
        s->out->all[s->out->n++] = s->so_far;
        return;
    }
    for (unsigned i = 0; i < s->n_suffixes; i++) {
        if (s->left[i] == 0)
            continue;
        s->left[i]--;
        s->so_far.suffix[s->so_far.n++] = (uint8_t)i;
        orders_all(s);
        s->so_far.n--;
        s->left[i]++;
    }
}

static bool orders_has(const struct rdl_gen_orders *o,
                       const struct rdl_gen_order *order)
{
    for (size_t i = 0; i < o->n; i++) {
        if (memcmp(o->all[i].suffix, order->suffix, order->n) == 0)
            return true;
    }
    return false;
}

/* Every order with the same probability: the next call is of suffix i with
 * probability left[i] / (calls that are left). */
static struct rdl_gen_order orders_draw(const struct orders_search *s,
                                        struct rdl_rng *rng)
{
    struct rdl_gen_order order = { .n = s->total };
    unsigned left[RDL_WIRE_SUFFIXES];

    memcpy(left, s->left, sizeof(left));
    for (unsigned k = 0; k < s->total; k++) {
        unsigned i = 0;
        uint64_t at = rdl_rng_below(rng, s->total - k);

        while (at >= left[i])
            at -= left[i++];
        left[i]--;
        order.suffix[k] = (uint8_t)i;
    }
    return order;
}

void rdl_gen_orders_of(const struct rdl_gen_test *t, struct rdl_rng *rng,
                       struct rdl_gen_orders *out)
{
    struct orders_search s = { .n_suffixes = t->n_suffixes, .out = out };

    out->n = 0;
    for (unsigned i = 0; i < t->n_suffixes; i++) {
        s.left[i] = t->suffixes[i].n;
        s.total += t->suffixes[i].n;
    }
    out->complete = rdl_gen_orders_count(t) <= RDL_GEN_ORDERS;
    if (out->complete) {
        orders_all(&s);
        return;
    }
    while (out->n < RDL_GEN_ORDERS) {
        const struct rdl_gen_order order = orders_draw(&s, rng);

        if (!orders_has(out, &order))
            out->all[out->n++] = order;
    }
}
