/* stored.h - the predictions of an earlier campaign, to be confirmed. */
#ifndef RDL_CAMPAIGN_PREDICT_STORED_H
#define RDL_CAMPAIGN_PREDICT_STORED_H

#include "campaign/predict/predictions.h"
#include "util/error.h"

/* Reads those of the campaign in `dir`, as if nothing had been tried.  No
 * others are added from then on. */
bool rdl_predictions_read(struct rdl_predictions *p, const char *dir,
                          struct rdl_error *error);

#endif
