/* run.c - see run.h.  A table maps each result to its name and exit code;
 * rdl_replay_run_describe() makes the sentence, and rdl_replay_run_once() falls
 * back to a heavier isolation if it has to. */
#include "cli/replay/run.h"

#include "base/text.h"
#include "base/time.h"
#include "exec/interrupt.h"
#include "exec/isolation/fallback.h"
#include "exec/stack_limit.h"
#include "cli/replay/show_json.h"
#include "report/finding/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name; /* name in JSON */
    enum rdl_exit code;
} results[] = {
    [RDL_REPLAY_SAME] = { "same", RDL_EXIT_FINDINGS },
    [RDL_REPLAY_PASSED] = { "passed", RDL_EXIT_CLEAN },
    [RDL_REPLAY_OTHER] = { "other-failure", RDL_EXIT_DIVERGED },
    [RDL_REPLAY_DIVERGED] = { "diverged", RDL_EXIT_DIVERGED },
    [RDL_REPLAY_UNABLE] = { "unable", RDL_EXIT_NOTHING },
    [RDL_REPLAY_INTERRUPTED] = { "interrupted", RDL_EXIT_NOTHING },
};

const char *rdl_replay_run_name(enum rdl_replay result)
{
    return results[result].name;
}

enum rdl_exit rdl_replay_run_code(enum rdl_replay result)
{
    return results[result].code;
}

/* --- Describing ----------------------------------------------------------- */

static void run_expected(struct rdl_replay_run *r,
                         const struct rdl_divergence *d)
{
    const struct rdl_schedule *s = &r->recorded.schedule;
    const struct rdl_site *site;
    const char *op, *order;
    char tid[32] = "";

    if (d->expected_tid != RDL_NO_TID)
        snprintf(tid, sizeof(tid), "thread %u, ", d->expected_tid);
    if (d->expected >= s->n_sites) {
        snprintf(r->expected, sizeof(r->expected), "the end");
        return;
    }
    site = &s->sites[d->expected];
    op = rdl_op_name((enum rdl_op)site->op);
    order = rdl_order_suffix((enum rdl_order)site->order);
    if (s->places[d->expected] != NULL)
        snprintf(r->expected, sizeof(r->expected), "%s%s%s at %s", tid, op,
                 order, s->places[d->expected]);
    else if (site->module != UINT32_MAX)
        snprintf(r->expected, sizeof(r->expected), "%s%s%s at %s+0x%" PRIx64,
                 tid, op, order,
                 rdl_text_base_name(s->modules[site->module].path),
                 site->offset);
    else
        snprintf(r->expected, sizeof(r->expected), "%s%s%s", tid, op, order);
}

static void run_came(struct rdl_replay_run *r, const struct rdl_divergence *d)
{
    char tid[32] = "", place[256];

    if (d->came == UINT64_MAX || !rdl_step_sound(d->came)) {
        snprintf(r->came, sizeof(r->came), "%s",
                 d->expected == UINT64_MAX ? "more steps" : "nothing");
        return;
    }
    if (d->came_tid != RDL_NO_TID)
        snprintf(tid, sizeof(tid), "thread %u, ", d->came_tid);
    rdl_show_place(&r->show, r->worker.memory.shared, rdl_step_pc(d->came),
                   place, sizeof(place));
    snprintf(r->came, sizeof(r->came), "%s%s%s%s%s", tid,
             rdl_op_name(rdl_step_op(d->came)),
             rdl_order_suffix(rdl_step_order(d->came)),
             place[0] != '\0' ? " at " : "", place);
}

static void run_diverged(struct rdl_replay_run *r)
{
    struct rdl_divergence *d = &r->worker.memory.shared->outcome.divergence;
    int n;

    if (d->why[0] == '\0')
        strcpy(d->why, "it did not end as recorded");
    run_expected(r, d);
    run_came(r, d);
    n = snprintf(r->why, sizeof(r->why), "diverged at step %llu of %zu: %s",
                 (unsigned long long)d->step, r->recorded.schedule.n_steps,
                 d->why);
    if (d->expected_hash == d->came_hash)
        snprintf(r->why + n, sizeof(r->why) - (size_t)n,
                 "; expected: %s; came: %s", r->expected, r->came);
}

static void run_other(struct rdl_replay_run *r)
{
    const struct rdl_schedule *s = &r->recorded.schedule;
    const struct rdl_shared *shared = r->worker.memory.shared;
    char text[1024];

    snprintf(r->why, sizeof(r->why),
             "another failure than the recorded %.31s (%.512s): %s", s->kind,
             s->location,
             rdl_finding_headline(rdl_show_symbols(&r->show, shared),
                                  rdl_show_found(&r->show, shared), text,
                                  sizeof(text)));
}

static void run_unable(struct rdl_replay_run *r)
{
    const struct rdl_shared *shared = r->worker.memory.shared;
    char *limited = rdl_stack_limit_text();
    const char *advice = limited != NULL ? limited : "see raddle doctor";

    if (shared->n_notes > 0)
        advice = shared->notes[shared->n_notes - 1].text;
    snprintf(r->why, sizeof(r->why), "%.1024s cannot be run under control: %s",
             r->recorded.schedule.program, advice);
    free(limited);
}

void rdl_replay_run_describe(struct rdl_replay_run *r, enum rdl_replay result)
{
    switch (result) {
    case RDL_REPLAY_SAME:
        break;
    case RDL_REPLAY_PASSED:
        snprintf(r->why, sizeof(r->why),
                 "%s: all %zu steps as recorded, then exit "
                 "status %d",
                 strcmp(r->recorded.schedule.kind, RDL_SCHEDULE_PASSES) == 0
                     ? "the execution passes again"
                     : "the program passes now",
                 r->recorded.schedule.n_steps,
                 r->worker.memory.shared->outcome.exit_status);
        break;
    case RDL_REPLAY_OTHER:
        run_other(r);
        break;
    case RDL_REPLAY_DIVERGED:
        run_diverged(r);
        break;
    case RDL_REPLAY_UNABLE:
        run_unable(r);
        break;
    case RDL_REPLAY_INTERRUPTED:
        rdl_text_copy(r->why,
                      rdl_error_is_set(&r->worker.error) ? r->worker.error.text
                                                         : "interrupted",
                      sizeof(r->why));
        break;
    }
}

json_t *rdl_replay_run_json(struct rdl_replay_run *r, enum rdl_replay result)
{
    const struct rdl_shown shown = {
        .file = r->recorded.file,
        .schedule = &r->recorded.schedule,
        .result = results[result].name,
        .exit_status = results[result].code,
        .most = r->options->most_steps != 0 ? r->options->most_steps : SIZE_MAX,
        .why = r->why,
    };

    return rdl_show_json(&r->show, &r->worker, &shown);
}

/* --- Running -------------------------------------------------------------- */

bool rdl_replay_run_begin(struct rdl_replay_run *r, const char *runtime,
                          bool (*input)(struct rdl_stdin *in,
                                        struct rdl_error *error),
                          struct rdl_error *error)
{
    const struct rdl_replay_options *o = r->options;
    const struct rdl_recorded_how how = {
        .program = o->program,
        .renamed = true,
        .input = input,
        .notes = r->notes,
    };
    struct rdl_worker_options worker;
    struct rdl_stdin in;

    if (!rdl_recorded_prepare(&r->recorded, &how, &in, error))
        return false;
    if (o->timeout_ns != 0)
        r->recorded.schedule.config.timeout_ms = rdl_time_out_ms(o->timeout_ns);
    worker = rdl_recorded_worker(&r->recorded, runtime);
    worker.isolation = o->gdb ? rdl_isolation_find("exec") : o->isolation;
    worker.max_steps = r->recorded.schedule.n_steps;
    r->begin_ns = rdl_time_ns();
    return rdl_worker_make(&r->worker, &worker, &in, error);
}

/* True: raddle uses another isolation from now on. */
static bool run_fall(struct rdl_replay_run *r, const struct rdl_step_down *down)
{
    char place[256];

    if (down->to == NULL)
        return false;
    rdl_show_place(&r->show, r->worker.memory.shared, down->pc, place,
                   sizeof(place));
    rdl_note_sink_say(&r->notes, "isolation is %s from now on: %s%s%s",
                      down->to->name, down->why,
                      place[0] != '\0' ? "\n        at " : "", place);
    rdl_worker_isolate(&r->worker, down->to);
    return true;
}

enum rdl_replay rdl_replay_run_once(struct rdl_replay_run *r)
{
    const struct rdl_schedule *s = &r->recorded.schedule;
    const struct rdl_replay_setup setup = {
        .engine = r->options->engine,
        .flags = r->done == 0 ? RDL_CFG_TRACE : 0,
    };
    struct rdl_step_down down;
    struct rdl_config config;
    struct rdl_run_result ran;
    enum rdl_replay result;

    /* Where each replay ends before the worker looks, only this sees Ctrl-C. */
    if (rdl_interrupted() || !rdl_replay_config(&r->worker, s, &setup, &config))
        return RDL_REPLAY_INTERRUPTED;
    down = rdl_isolation_fallback_begin(&r->worker.options, &config);
    run_fall(r, &down);
    result = rdl_replay(&r->worker, s, &setup, &ran);
    down = rdl_isolation_fallback_look(&r->worker, &ran);
    if (run_fall(r, &down) && result == RDL_REPLAY_UNABLE)
        result = rdl_replay(&r->worker, s, &setup, &ran);
    r->done += result != RDL_REPLAY_INTERRUPTED;
    r->reproduced += result == RDL_REPLAY_SAME;
    return result;
}

void rdl_replay_run_end(struct rdl_replay_run *r)
{
    rdl_worker_free(&r->worker);
    rdl_show_free(&r->show);
}
