/* json.c - see json.h. */
#include "report/coverage/json.h"

static json_t *json_of_metric(const struct rdl_coverage_memory *m,
                              uint32_t metrics, uint32_t proved)
{
    return json_pack("{sI sI sI sI sb}", "estimated",
                     (json_int_t)rdl_coverage_estimated(m, metrics), "covered",
                     (json_int_t)rdl_coverage_covered(m, metrics), "both",
                     (json_int_t)rdl_coverage_both(m, metrics), "impossible",
                     (json_int_t)(rdl_coverage_estimated(m, metrics & proved) -
                                  rdl_coverage_both(m, metrics & proved)),
                     "proved", (metrics & ~proved) == 0);
}

json_t *rdl_coverage_json_combined(const struct rdl_coverage_memory *memory,
                                   uint32_t names, uint32_t proved)
{
    const struct rdl_combined *c;
    json_t *object = json_object();

    for (size_t i = 0; memory != NULL && (c = rdl_combined_at(i)) != NULL;
         i++) {
        if ((names >> i & 1) != 0)
            json_object_set_new(object, c->name,
                                json_of_metric(memory, c->metrics, proved));
    }
    return object;
}

json_t *rdl_coverage_json(const struct rdl_coverage_memory *memory,
                          uint32_t metrics, uint32_t pairs, uint32_t proved)
{
    json_t *object = json_object();

    for (unsigned i = 0; memory != NULL && i < RDL_N_METRICS; i++) {
        if ((metrics >> i & 1) != 0)
            json_object_set_new(
                object, rdl_metric_at(i)->name,
                json_of_metric(memory, UINT32_C(1) << i, proved));
    }
    /* raddle does not estimate which pairs are possible. */
    for (unsigned i = 0; memory != NULL && i < RDL_N_COMBINATORIAL; i++) {
        if ((pairs >> i & 1) != 0)
            json_object_set_new(
                object, rdl_combinatorial_at(i)->name,
                json_pack("{sn sI}", "estimated", "covered",
                          (json_int_t)rdl_coverage_pairs(memory, i)));
    }
    return object;
}
