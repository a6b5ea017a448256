/* coverage.c - the tables made from list.h; the answer to a query. */
#include "coverage/coverage.h"

#include "coverage/cover_cache.h"

#include <string.h>

enum { RDL_UNORDERED, RDL_ORDERED };

#define METRIC(id) extern const struct rdl_metric rdl_metric_##id;
#define COMBINED(name, a, b)
#define COMBINATORIAL(name, order, a, b)
#include "coverage/list.h"
#undef METRIC
#undef COMBINED
#undef COMBINATORIAL

#define COMBINED(name, a, b)
#define COMBINATORIAL(name, order, a, b)
#define METRIC(id) &rdl_metric_##id,
static const struct rdl_metric *const metrics[] = {
#include "coverage/list.h"
};
#undef METRIC
#undef COMBINED

#define METRIC(id)
#define COMBINED(name, a, b) { name, RDL_METRIC_BIT(a) | RDL_METRIC_BIT(b) },
static const struct rdl_combined combined[] = {
#include "coverage/list.h"
};
#undef COMBINED
#undef COMBINATORIAL

#define COMBINED(name, a, b)
#define COMBINATORIAL(name, order, a, b)                                       \
    { name, order == RDL_ORDERED, RDL_METRIC_BIT(a) | RDL_METRIC_BIT(b) },
static const struct rdl_combinatorial combinatorial[] = {
#include "coverage/list.h"
};
#undef METRIC
#undef COMBINED
#undef COMBINATORIAL

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

_Static_assert(RDL_N_METRICS < RDL_MAX_METRICS, "tables by metric");

const struct rdl_metric *rdl_metric_at(size_t i)
{
    return i < COUNT(metrics) ? metrics[i] : NULL;
}

const struct rdl_combined *rdl_combined_at(size_t i)
{
    return i < COUNT(combined) ? &combined[i] : NULL;
}

const struct rdl_combinatorial *rdl_combinatorial_at(size_t i)
{
    return i < COUNT(combinatorial) ? &combinatorial[i] : NULL;
}

uint32_t rdl_metrics_named(const char *name)
{
    for (size_t i = 0; i < COUNT(metrics); i++) {
        if (strcmp(metrics[i]->name, name) == 0)
            return UINT32_C(1) << i;
    }
    for (size_t i = 0; i < COUNT(combined); i++) {
        if (strcmp(combined[i].name, name) == 0)
            return combined[i].metrics;
    }
    for (size_t i = 0; i < COUNT(combinatorial); i++) {
        if (strcmp(combinatorial[i].name, name) == 0)
            return combinatorial[i].metrics;
    }
    return 0;
}

static bool coverage_by_interleaving(const struct rdl_metric *m)
{
    for (size_t i = 0; i < RDL_MOST_RELATES; i++) {
        const struct rdl_relates *r = &m->relates[i];

        if (r->threads != 0 && r->relation != RDL_BETWEEN_WRITES &&
            r->relation != RDL_BETWEEN_HOLDS)
            return false;
    }
    return true;
}

uint32_t rdl_metrics_by_interleaving(void)
{
    uint32_t set = 0;

    for (size_t i = 0; i < COUNT(metrics); i++)
        set |= (uint32_t)coverage_by_interleaving(metrics[i]) << i;
    return set;
}

void rdl_query_add(struct rdl_query *query, const struct rdl_covering *c,
                   uint64_t key)
{
    for (uint32_t i = 0; i < query->n; i++) {
        if (query->at[i].key == key)
            return;
    }
    if (query->n == RDL_QUERY_MAX) {
        query->more = true;
        return;
    }
    query->at[query->n].key = key;
    query->at[query->n].id = rdl_requirements_find(c, key);
    query->n++;
}

void rdl_cover_cache_add(struct rdl_cover_cache *memo, uint32_t id)
{
    /* What could not be recorded now may be recorded next time. */
    if (id == 0)
        memo->n = RDL_MEMO_MOST + 1;
    if (memo->n < RDL_MEMO_MOST)
        memo->id[memo->n] = id;
    if (memo->n <= RDL_MEMO_MOST)
        memo->n++;
}
