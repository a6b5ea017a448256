/* predicted.h - what a campaign has predicted, for people and for machines. */
#ifndef RDL_REPORT_PREDICTED_H
#define RDL_REPORT_PREDICTED_H

#include "predict/prediction.h"

#include <jansson.h>
#include <stdio.h>

/* proved: every interleaving was run, and none deadlocks.
 * docs/json.md, "predictions". */
json_t *rdl_predicted_json(const struct rdl_prediction *all, size_t n,
                           bool proved);

/* Is it shown to people?  A deadlock always; a race or an atomicity violation
 * only if an execution ran into it: most candidates for these are none. */
bool rdl_predicted_shown(const struct rdl_prediction *p);

/* One line for the summary of a campaign; nothing if nothing is shown. */
void rdl_predicted_summary(FILE *out, const struct rdl_prediction *all,
                           size_t n, bool proved);
/* The list: one paragraph for each that is shown.  Without `harmless` one line
 * counts those that were reached and did no harm. */
void rdl_predicted_print(FILE *out, const struct rdl_prediction *all, size_t n,
                         bool proved, bool harmless);
/* What came of --confirm: how many have which verdict, then the list. */
void rdl_predicted_confirmed(FILE *out, const struct rdl_prediction *all,
                             size_t n);

#endif
