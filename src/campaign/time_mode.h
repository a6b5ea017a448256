/* time_mode.h - when sleeps and time-outs end: only when no thread can run
 * ("idle"), or at any moment.
 *
 * A failure that needs a sleep to be over while another thread could run is a
 * flaky test more often than a bug that users meet.  So, unless the user asks
 * for one of the two, a campaign begins with idle time, and goes over to any
 * time when that covers nothing new: what fails without early time-outs is
 * found first.  It decides by counts alone, and changes nothing for a program
 * that has no time-outs. */
#ifndef RDL_CAMPAIGN_TIME_MODE_H
#define RDL_CAMPAIGN_TIME_MODE_H

#include "campaign/explore/explorer.h"

enum rdl_time_passes { RDL_TIME_BOTH, RDL_TIME_IDLE, RDL_TIME_ANY };

struct rdl_time_mode {
    enum rdl_time_passes wanted;
    bool any;             /* it has gone over to any time */
    uint64_t executions;  /* the campaign's limit; 0: none */
    uint64_t idle, early; /* executions that have ended, of each */
    uint64_t timed;       /* of all, those in which it made a difference */
    uint64_t grew;        /* `idle` when these last covered something new */
};

void rdl_time_mode_make(struct rdl_time_mode *m, enum rdl_time_passes wanted,
                        uint64_t executions);
/* Sets the mode of a request, and its size if it should be smaller. */
void rdl_time_mode_give(const struct rdl_time_mode *m,
                        struct rdl_request *request);
void rdl_time_mode_learn(struct rdl_time_mode *m,
                         const struct rdl_learned *learned);
/* "idle", "any" or "both", as users write it. */
const char *rdl_time_passes_name(enum rdl_time_passes passes);

#endif
