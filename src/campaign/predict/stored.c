/* stored.c - see stored.h. */
#include "campaign/predict/stored.h"

#include "store/read.h"

#include <stdlib.h>

static void stored_prediction(void *data, const struct rdl_prediction *one)
{
    struct rdl_prediction fresh = *one;

    fresh.tries = fresh.reached = fresh.failed = 0;
    rdl_predictions_add(data, &fresh);
}

bool rdl_predictions_read(struct rdl_predictions *p, const char *dir,
                          struct rdl_error *error)
{
    const struct rdl_store_reader reader = {
        .data = p,
        .prediction = stored_prediction,
    };
    struct rdl_store_summary summary;
    char *why = NULL;
    const enum rdl_store_reading how =
        rdl_store_read(dir, &reader, &summary, &why);

    if (how == RDL_STORE_READ) {
        rdl_store_summary_free(&summary);
        p->fixed = true;
        return true;
    }
    rdl_error_set(error,
                  how == RDL_STORE_DAMAGED ? RDL_EXIT_NOTHING : RDL_EXIT_USAGE,
                  "--confirm %s: %s", dir, why);
    free(why);
    return false;
}
