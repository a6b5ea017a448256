/* json.h - an explanation for machines: docs/json.md. */
#ifndef RDL_REPORT_EXPLANATION_JSON_H
#define RDL_REPORT_EXPLANATION_JSON_H

#include "explain/facts/explanation.h"

#include <jansson.h>

/* {"facts": [...], "text": "..."}; null if there is no explanation. */
json_t *rdl_explanation_json(const struct rdl_explanation *x);

#endif
