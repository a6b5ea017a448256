/* json.h - totals of coverage for machines. */
#ifndef RDL_REPORT_COVERAGE_JSON_H
#define RDL_REPORT_COVERAGE_JSON_H

#include "coverage/tables/memory.h"

#include <jansson.h>

/* An object with a member for each of `metrics` and of `pairs` (as in struct
 * rdl_config). memory may be NULL: then the object is empty.  `proved`: metrics
 * of which what is not covered is impossible. */
json_t *rdl_coverage_json(const struct rdl_coverage_memory *memory,
                          uint32_t metrics, uint32_t pairs, uint32_t proved);
/* The same for a set of rdl_combined_at. */
json_t *rdl_coverage_json_combined(const struct rdl_coverage_memory *memory,
                                   uint32_t names, uint32_t proved);

#endif
