/* orders.h - the orders in which the calls of a test can follow each other:
 * every interleaving of its suffixes that keeps each suffix in order. */
#ifndef RDL_GEN_TEST_ORDERS_H
#define RDL_GEN_TEST_ORDERS_H

#include "gen/test/test.h"

#include "base/rng.h"

/* More than this many are not all run: raddle draws that many of them. */
#define RDL_GEN_ORDERS 300

struct rdl_gen_order {
    unsigned n;
    uint8_t suffix[RDL_PAYLOAD_ORDER]; /* whose next call begins */
};

struct rdl_gen_orders {
    size_t n;
    bool complete; /* all there are */
    struct rdl_gen_order all[RDL_GEN_ORDERS];
};

/* The number of orders for these lengths of suffixes; at most UINT32_MAX. */
uint32_t rdl_gen_orders_count(const struct rdl_gen_test *t);
void rdl_gen_orders_of(const struct rdl_gen_test *t, struct rdl_rng *rng,
                       struct rdl_gen_orders *out);

#endif
