/* take.c - the shrunk schedule, confirmed in a new process: see minimize.h. */
#include "minimize/minimize.h"

#include "schedule/replay.h"

/* Adds the comments of the file, which the attempts did not need. */
static void minimize_places(struct rdl_minimize *k,
                            const struct rdl_capture_places *places)
{
    const struct rdl_shared *shared = k->worker->memory.shared;
    struct rdl_schedule *s = &k->record;

    for (size_t i = 0; i < s->n_sites; i++) {
        const struct rdl_site *site = &s->sites[i];

        if (site->module < shared->n_modules)
            s->places[i] = rdl_capture_place(
                places, shared->modules[site->module].base + site->offset);
    }
}

enum rdl_unshrunk_reason
rdl_minimize_take(struct rdl_minimize *k,
                  const struct rdl_capture_places *places,
                  struct rdl_schedule *out)
{
    const struct rdl_replay_setup options = {
        .tracker = k->config.tracker,
        .flags = RDL_CFG_TRACE, /* for the explanation */
    };
    enum rdl_replay result;
    struct rdl_run_result ran;

    if (places != NULL)
        minimize_places(k, places);
    rdl_worker_isolate(k->worker, rdl_isolation_at(RDL_ISOLATION_EXEC));
    result = rdl_replay(k->worker, &k->record, &options, &ran);
    if (result == RDL_REPLAY_INTERRUPTED)
        return RDL_UNSHRUNK_INTERRUPTED;
    if (result != RDL_REPLAY_SAME)
        return RDL_UNSHRUNK_NOT_FRESH;
    *out = k->record;
    k->recorded = false;
    return RDL_NOT_UNSHRUNK;
}
