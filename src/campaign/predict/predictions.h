/* predictions.h - what a campaign has predicted: it gathers the lock orders of
 * all workers, looks for cycles, gives the strategies that confirm their aims,
 * and counts what came of them.
 *
 * The campaign calls give() before a request and take() after it; failed() if
 * it ended with a finding.  Everything depends on counts alone. */
#ifndef RDL_CAMPAIGN_PREDICT_PREDICTIONS_H
#define RDL_CAMPAIGN_PREDICT_PREDICTIONS_H

#include "base/shared.h"
#include "predict/prediction.h"

#define RDL_MOST_PREDICTIONS 256

/* Who knows symbols.  The addresses are of the process that `shared` belongs
 * to; a text that is not known stays empty. */
struct rdl_predictions_names {
    void *data;
    void (*place)(void *data, uintptr_t pc, char *out, size_t size);
    void (*object)(void *data, uintptr_t addr, char *out, size_t size);
    /* Where the structure begins that is there; 0: not known, or none. */
    uintptr_t (*structure)(void *data, uintptr_t addr);
};

struct rdl_predictions {
    size_t n;
    struct rdl_prediction *all;     /* owned; room for RDL_MOST_PREDICTIONS */
    struct rdl_lock_orders *orders; /* owned; places are ids of places */
    size_t n_places;
    struct rdl_predicted_place *places; /* owned; without text */
    uint32_t stored; /* of the orders, those that the store has */
    bool fixed;      /* no more are added: --confirm */
    bool partial;    /* not everything was recorded or looked at */
};

void rdl_predictions_make(struct rdl_predictions *p);
void rdl_predictions_free(struct rdl_predictions *p);

/* Gives the request its aims; returns the set of kinds (1 << RDL_AIM_...) that
 * have one. */
unsigned rdl_predictions_give(const struct rdl_predictions *p,
                              struct rdl_shared *shared);
/* Takes over what the request has shown. */
void rdl_predictions_take(struct rdl_predictions *p, struct rdl_shared *shared,
                          const struct rdl_predictions_names *names);
/* Takes over candidates from the events of an observed execution, up to 64 of
 * each kind. */
void rdl_predictions_observe(struct rdl_predictions *p,
                             struct rdl_shared *shared,
                             const struct rdl_predictions_names *names);
/* Takes over a race or a deadlock that an execution shows to be possible
 * (reorder/found.h).  *id: its prediction's; false if it is not among them. */
struct rdl_reading;
struct rdl_reordered;
bool rdl_predictions_reordered(struct rdl_predictions *p,
                               const struct rdl_shared *shared,
                               const struct rdl_predictions_names *names,
                               const struct rdl_reading *r,
                               const struct rdl_reordered *one, uint64_t *id);
/* Has an execution got there? */
bool rdl_predictions_reached(const struct rdl_predictions *p, uint64_t id,
                             bool deadlock);
/* An execution aimed at it without a strategy that confirms. */
void rdl_predictions_tried(struct rdl_predictions *p, uint64_t id,
                           bool deadlock, bool reached, bool failed);
/* The latest execution of the request ended with the finding in `shared`. */
void rdl_predictions_failed(struct rdl_predictions *p,
                            const struct rdl_shared *shared);

/* Adds one unless it is known, there is no room, or `fixed`; returns it, or
 * NULL. */
struct rdl_prediction *rdl_predictions_add(struct rdl_predictions *p,
                                           const struct rdl_prediction *one);
/* From a store. */
void rdl_predictions_load(struct rdl_predictions *p,
                          const struct rdl_prediction *one);
void rdl_predictions_load_place(struct rdl_predictions *p,
                                const struct rdl_predicted_place *place);
void rdl_predictions_load_order(struct rdl_predictions *p,
                                const struct rdl_lock_order *order);
/* Does the store lack anything?  It has got everything now. */
bool rdl_predictions_changed(const struct rdl_predictions *p);
void rdl_predictions_saved(struct rdl_predictions *p);

#endif
