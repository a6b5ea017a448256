/* repeat.c - see repeat.h. */
#include "campaign/repeat.h"

#include "campaign/die.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void rdl_repeat_save(struct rdl_campaign *c, const struct rdl_config *config,
                     struct rdl_repeat *r)
{
    struct rdl_shared *s = c->worker.memory.shared;

    *r = (struct rdl_repeat){ .outcome = s->outcome };
    if ((config->execution & (config->execution - 1)) != 0)
        return;
    /* Told already; or input from outside, which is recorded, not repeated;
     * or an end that depends on real time. */
    if (!c->deterministic || c->options.worker.peer != NULL ||
        c->last.timed_out)
        return;
    r->wanted = true;
    r->n_steps = s->regions[RDL_TRACE_STEPS].used;
    r->steps = rdl_alloc(r->n_steps * sizeof(uint64_t));
    memcpy(r->steps, rdl_shared_data(s, RDL_TRACE_STEPS),
           r->n_steps * sizeof(uint64_t));
}

/* The first step that differs; the shorter length if one is the other's
 * beginning. */
static uint64_t repeat_parting(struct rdl_shared *s, const struct rdl_repeat *r)
{
    const uint64_t *again = rdl_shared_data(s, RDL_TRACE_STEPS);
    uint64_t n = s->regions[RDL_TRACE_STEPS].used;
    uint64_t i = 0;

    while (i < n && i < r->n_steps && again[i] == r->steps[i])
        i++;
    return i;
}

static void repeat_tell(struct rdl_campaign *c, const struct rdl_config *config,
                        const struct rdl_repeat *r)
{
    struct rdl_shared *s = c->worker.memory.shared;
    const uint64_t *again = rdl_shared_data(s, RDL_TRACE_STEPS);
    uint64_t n = s->regions[RDL_TRACE_STEPS].used;
    uint64_t at = repeat_parting(s, r);
    bool steps_differ = at < n || at < r->n_steps;
    char text[sizeof(((struct rdl_note *)0)->text)];

    snprintf(text, sizeof(text),
             "not deterministic: execution %llu, run again, differs in %s "
             "step %llu; something outside raddle's control decides (a file, "
             "real time, an address): see raddle doctor, or try --isolation "
             "exec",
             (unsigned long long)config->execution,
             steps_differ ? "its" : "a value before", (unsigned long long)at);
    rdl_campaign_note(c, "not-deterministic", text,
                      steps_differ && at < n ? rdl_step_pc(again[at]) : 0);
}

void rdl_repeat_check(struct rdl_campaign *c, const struct rdl_config *config,
                      struct rdl_repeat *r)
{
    const struct rdl_outcome *o = &c->worker.memory.shared->outcome;
    struct rdl_ran ran;

    for (uint64_t i = 0; r->wanted && i < c->options.repeats; i++) {
        rdl_worker_run(&c->worker, config, &ran);
        if (ran.interrupted)
            break;
        c->compared++;
        if (o->event_hash == r->outcome.event_hash &&
            o->steps == r->outcome.steps && o->state == r->outcome.state)
            continue;
        c->deterministic = false;
        repeat_tell(c, config, r);
        break;
    }
    free(r->steps);
}
