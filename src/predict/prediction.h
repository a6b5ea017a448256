/* prediction.h - something that a campaign holds for possible, and what came of
 * the attempts to run into it. */
#ifndef RDL_PREDICT_PREDICTION_H
#define RDL_PREDICT_PREDICTION_H

#include "base/predicted.h"

#include <stdbool.h>
#include <stddef.h>

/* A place that outlives a process. */
struct rdl_predicted_place {
    uint64_t module;    /* hash of the file name; 0: none */
    uint64_t offset;    /* from the module's load address */
    char location[160]; /* for people: "bank.c:14:5 (transfer)" */
};

/* The parts of an aim (base/predicted.h). */
struct rdl_predicted_part {
    struct rdl_predicted_place first, second;
    char object[96]; /* for people: the lock taken at `first`; or the variable
                        that both access */
};

struct rdl_prediction {
    uint64_t id;
    enum rdl_aim_kind kind;
    uint32_t n;
    struct rdl_predicted_part parts[RDL_AIM_PARTS];
    uint64_t tries;   /* executions that aimed at it */
    uint64_t reached; /* executions that ran into it */
    uint64_t failed;  /* of these, those that ended with a finding */
    bool changed;     /* the store does not have this state */
    bool preserved;   /* in this session, an execution showed it to be possible
                         with its locks in the same order: it comes first */
};

enum rdl_confirmed {
    RDL_CONFIRMED_OPEN,        /* nothing has tried to reach it */
    RDL_CONFIRMED_HARMFUL,     /* reached, and a failure followed */
    RDL_CONFIRMED_HARMLESS,    /* reached; nothing failed so far */
    RDL_CONFIRMED_NOT_REACHED, /* tried, never reached */
    RDL_N_CONFIRMED
};
enum rdl_confirmed rdl_prediction_verdict(const struct rdl_prediction *p);
/* As in JSON and the store. */
const char *rdl_confirmed_name(enum rdl_confirmed verdict);
const char *rdl_aim_kind_name(enum rdl_aim_kind kind);
/* -1: unknown. */
int rdl_aim_kind_find(const char *name);

/* Are there attempts left? */
bool rdl_prediction_open(const struct rdl_prediction *p);

/* The id of a place, and of a prediction of two or three places. */
uint64_t rdl_place_id(uint64_t module, uint64_t offset);

#endif
