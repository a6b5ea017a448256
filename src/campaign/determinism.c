/* determinism.c - see determinism.h. */
#include "campaign/determinism.h"

#include "campaign/batch.h"
#include "campaign/difference.h"
#include "detect/warnings.h"
#include "schedule/capture.h"
#include "schedule/replay.h"
#include "campaign/results.h"
#include "exec/uncontrolled.h"
#include "util/alloc.h"
#include "util/error.h"

#include <stdlib.h>
#include <string.h>

/* False if it has reported a difference already, or if the input is recorded
 * from outside. */
bool rdl_determinism_wanted(const struct rdl_campaign *c)
{
    return c->options.repeats > 0 && c->totals.deterministic &&
           c->options.worker.peer == NULL &&
           !rdl_uncontrolled(&c->options.config);
}

/* Does the strategy of that execution remember earlier ones? */
static bool determinism_remembers(const struct rdl_config *config)
{
    const struct rdl_strategy *s = rdl_explorer_strategy(config);

    return s->metrics != NULL || s->memory_size > 0 || s->explores;
}

void rdl_determinism_save(struct rdl_campaign *c, struct rdl_worker *w,
                          const struct rdl_config *config,
                          const struct rdl_run_result *ran,
                          struct rdl_determinism *r)
{
    struct rdl_shared *s = w->memory.shared;

    *r = (struct rdl_determinism){ .outcome = s->outcome };
    /* The end of an execution that timed out depends on real time; a replay of
     * one that ends in loops does not end. */
    if (!rdl_batch_sampled(config->execution) || config->batch != 1 ||
        !rdl_determinism_wanted(c) || ran->timed_out || s->outcome.blocked != 0)
        return;
    r->replays = determinism_remembers(config);
    if (!rdl_capture_take(w, c->options.program, config, NULL, &r->schedule,
                          NULL))
        return;
    r->wanted = true;
    r->n_steps = s->regions[RDL_TRACE_STEPS].used;
    r->steps = rdl_alloc(r->n_steps * sizeof(uint64_t));
    memcpy(r->steps, rdl_shared_data(s, RDL_TRACE_STEPS),
           r->n_steps * sizeof(uint64_t));
}

static void determinism_tell(struct rdl_campaign *c)
{
    static const char reason[] = "; something outside raddle's control decides "
                                 "(a file, real time, an address): see raddle "
                                 "doctor";
    char text[sizeof(((struct rdl_note *)0)->text)];

    rdl_difference_text(&c->totals.difference, text,
                        sizeof(text) - (sizeof(reason) - 1));
    strcat(text, reason);
    rdl_notes_add(&c->notes, RDL_NOTE_NOT_DETERMINISTIC, text, 0);
}

/* A process that did not reach main shows nothing about the execution: raddle
 * runs it once more and adds a note. */
static void determinism_run(struct rdl_campaign *c, struct rdl_worker *w,
                            const struct rdl_config *config,
                            struct rdl_run_result *ran)
{
    rdl_worker_run(w, config, ran);
    if (ran->interrupted || ran->state != RDL_NOT_STARTED)
        return;
    /* Otherwise the next request reports it. */
    if (!rdl_worker_stood_at_main(w))
        rdl_results_again(c, ran);
    rdl_worker_run(w, config, ran);
}

void rdl_determinism_check(struct rdl_campaign *c, struct rdl_worker *w,
                           const struct rdl_config *config,
                           struct rdl_determinism *r)
{
    const struct rdl_outcome *o = &w->memory.shared->outcome;
    const struct rdl_replay_setup options = { .tracker = config->tracker };
    struct rdl_config again = *config;
    struct rdl_run_result ran;

    if (!r->wanted)
        return;
    if (r->replays && !rdl_replay_config(w, &r->schedule, &options, &again))
        rdl_campaign_fail(c, &w->error);
    again.flags |= RDL_CFG_REPEATS;
    for (uint64_t i = 0;
         i < c->options.repeats && !rdl_error_is_set(&w->error) &&
         !rdl_deadline_over(&c->until);
         i++) {
        determinism_run(c, w, &again, &ran);
        /* One that had to give up shows nothing either; the next request
         * handles it. */
        if (ran.interrupted || ran.timed_out || ran.state == RDL_UNABLE)
            break;
        c->totals.compared++;
        if (o->event_hash == r->outcome.event_hash &&
            o->steps == r->outcome.steps && o->state == r->outcome.state)
            continue;
        if (rdl_campaign_replaced(c))
            break;
        c->totals.deterministic = false;
        rdl_difference_find(c, w, config, r, &c->totals.difference);
        determinism_tell(c);
        break;
    }
    /* Those of the repetitions are those of the execution. */
    rdl_warnings_counted(&w->memory.shared->warnings);
    rdl_schedule_free(&r->schedule);
    free(r->steps);
}
