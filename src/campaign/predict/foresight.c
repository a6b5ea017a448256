/* foresight.c - see foresight.h. */
#include "campaign/predict/foresight.h"

#include "base/hash.h"
#include "campaign/predict/witness.h"
#include "detect/warnings.h"
#include "schedule/capture.h"
#include "schedule/replay.h"
#include "util/alloc.h"

#include <stdlib.h>

/* One request of so many is for a witness, while there is one. */
enum { SHARE = 4, APART = 4 };

struct rdl_foreseen {
    struct rdl_witness witness;
    uint64_t key;        /* of its places */
    uint64_t prediction; /* id; 0: there is none, since no strategy could aim
                            at it */
    bool reached;        /* a race */
};

void rdl_foresight_free(struct rdl_foresight *f)
{
    for (size_t i = 0; i < f->n; i++)
        rdl_witness_free(&f->all[i].witness);
    free(f->all);
    *f = (struct rdl_foresight){ .off = true };
}

/* --- Looking -------------------------------------------------------------- */

void rdl_foresight_save(struct rdl_foresight *f, const struct rdl_worker *w,
                        const char *program, const struct rdl_config *config,
                        uint64_t executions, uint64_t covered,
                        struct rdl_foresight_saved *out)
{
    const struct rdl_outcome *o = &w->memory.shared->outcome;

    *out = (struct rdl_foresight_saved){ .wanted = false };
    if (f->off || executions < f->next || o->threads < 2 ||
        (o->state != RDL_EXITED && o->state != RDL_FOUND) ||
        (f->executions > 0 && covered == f->covered))
        return;
    f->covered = covered;
    f->next = APART * executions;
    out->wanted =
        rdl_capture_take(w, program, config, NULL, &out->schedule, NULL);
}

/* How often its places have a witness; SIZE_MAX: one got there. */
static size_t foresight_tried(const struct rdl_foresight *f, uint64_t key)
{
    size_t n = 0;

    for (size_t i = 0; i < f->n; i++) {
        if (f->all[i].key == key && f->all[i].reached)
            return SIZE_MAX;
        n += f->all[i].key == key;
    }
    return n;
}

static uint64_t foresight_key(const struct rdl_reordered *one)
{
    uint64_t key = one->n;

    /* Neither the order of parts nor that of two threads matters. */
    for (size_t i = 0; i < one->n; i++)
        key += rdl_mix(one->parts[i].op == RDL_OP_FREE, one->parts[i].pc);
    return key;
}

static void foresight_keep(struct rdl_foresight *f, struct rdl_predictions *p,
                           const struct rdl_reading *r,
                           const struct rdl_schedule *schedule,
                           const struct rdl_reordered *one,
                           const struct rdl_shared *shared,
                           const struct rdl_predictions_names *names)
{
    struct rdl_foreseen new = { .key = foresight_key(one) };
    bool known = true;

    if (one->deadlock ||
        (one->parts[0].op != RDL_OP_FREE && one->parts[1].op != RDL_OP_FREE)) {
        known = rdl_predictions_reordered(p, shared, names, r, one,
                                          &new.prediction);
    } else if (p->fixed) {
        known = false;
    }
    if (!known || foresight_tried(f, new.key) >= RDL_FORESIGHT_EACH)
        return;
    if (f->n == RDL_FORESIGHT_WITNESSES ||
        !rdl_witness_make(&new.witness, r, schedule, one)) {
        f->partial = true;
        return;
    }
    f->all = rdl_grow(f->all, (f->n + 1) * sizeof(*f->all));
    f->all[f->n++] = new;
}

bool rdl_foresight_look(struct rdl_foresight *f, struct rdl_predictions *p,
                        struct rdl_worker *w, const struct rdl_config *config,
                        const struct rdl_predictions_names *names,
                        struct rdl_foresight_saved *saved, bool stop,
                        struct rdl_run_result *ran)
{
    const struct rdl_replay_setup setup = { .tracker = config->tracker,
                                            .flags = RDL_CFG_TRACE };
    struct rdl_shared *shared = w->memory.shared;
    struct rdl_reordered_list list;
    struct rdl_reading reading;
    struct rdl_trace trace;
    enum rdl_replay result;

    if (!saved->wanted)
        return true;
    result = stop ? RDL_REPLAY_INTERRUPTED
                  : rdl_replay(w, &saved->schedule, &setup, ran);
    if (result == RDL_REPLAY_UNABLE && ran->state == RDL_NOT_STARTED)
        return false;
    if (result == RDL_REPLAY_SAME || result == RDL_REPLAY_PASSED) {
        const struct rdl_region *extras = &shared->regions[RDL_TRACE_EXTRAS];

        rdl_trace_take(&trace, shared);
        f->partial |= extras->used == extras->capacity;
        rdl_reading_make(&reading, &trace);
        rdl_reordered_find(&list, &reading);
        for (size_t i = 0; i < list.n; i++)
            foresight_keep(f, p, &reading, &saved->schedule, &list.all[i],
                           shared, names);
        f->executions++;
        f->steps += trace.n_steps;
        f->work += list.work;
        f->partial |= list.partial;
        rdl_reordered_free(&list);
        rdl_reading_free(&reading);
        rdl_trace_free(&trace);
    }
    /* Those of the replay are those of the execution. */
    if (!stop)
        rdl_warnings_counted(&shared->warnings);
    rdl_schedule_free(&saved->schedule);
    saved->wanted = false;
    return true;
}

/* --- Running -------------------------------------------------------------- */

size_t rdl_foresight_give(struct rdl_foresight *f,
                          const struct rdl_predictions *p,
                          struct rdl_request *request)
{
    if (f->off || ++f->turns < f->turn)
        return 0;
    while (f->given < f->n) {
        struct rdl_foreseen *w = &f->all[f->given++];

        /* Another one, or a strategy, may have been there since. */
        if (foresight_tried(f, w->key) == SIZE_MAX ||
            rdl_predictions_reached(p, w->prediction, w->witness.deadlock))
            continue;
        request->prefix = &w->witness.plan;
        request->n = 1;
        f->turn = f->turns + SHARE;
        return f->given;
    }
    return 0;
}

void rdl_foresight_judge(struct rdl_foresight *f, struct rdl_predictions *p,
                         size_t number, struct rdl_shared *shared, bool found)
{
    struct rdl_foreseen *w = &f->all[number - 1];

    /* Whether it is that deadlock rdl_predictions_failed() knows. */
    w->reached = !w->witness.deadlock && rdl_witness_stood(&w->witness, shared);
    if (w->prediction != 0)
        rdl_predictions_tried(p, w->prediction, w->witness.deadlock, w->reached,
                              w->reached && found);
    /* It is not run again. */
    rdl_plan_free(&w->witness.plan);
}
