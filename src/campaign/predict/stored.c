/* stored.c - see stored.h. */
#include "campaign/predict/stored.h"

#include "predict/lock_orders.h"
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

/* --- A session goes on --------------------------------------------------- */

void rdl_predictions_load(struct rdl_predictions *p,
                          const struct rdl_prediction *one)
{
    struct rdl_prediction *new = rdl_predictions_add(p, one);

    if (new != NULL)
        new->changed = false;
}

void rdl_predictions_load_order(struct rdl_predictions *p,
                                const struct rdl_lock_order *order)
{
    struct rdl_lock_order copy = *order;

    /* Addresses of another process name nothing. */
    copy.wanted.addr = 0;
    for (uint32_t i = 0; i < copy.n_held; i++)
        copy.held[i].addr = 0;
    rdl_lock_orders_add(p->orders, &copy);
    p->stored = p->orders->n;
}

bool rdl_predictions_changed(const struct rdl_predictions *p)
{
    bool changed = p->stored < p->orders->n;

    for (size_t i = 0; i < p->n; i++)
        changed |= p->all[i].changed;
    return changed;
}

void rdl_predictions_saved(struct rdl_predictions *p)
{
    p->stored = p->orders->n;
    for (size_t i = 0; i < p->n; i++)
        p->all[i].changed = false;
}
