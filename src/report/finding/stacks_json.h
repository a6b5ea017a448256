/* stacks_json.h - the stacks of a finding for machines. */
#ifndef RDL_REPORT_FINDING_STACKS_JSON_H
#define RDL_REPORT_FINDING_STACKS_JSON_H

#include "symbols/symbol.h"

#include <jansson.h>

struct rdl_finding;

/* The threads that are part of it and their calls: docs/json.md.  `files`: see
 * rdl_json_path. */
json_t *rdl_json_stacks(struct rdl_symbols *symbols,
                        const struct rdl_finding *finding, json_t *files);

#endif
