/* workers.c - see workers.h. */
#include "campaign/workers.h"

#include "exec/reaper.h"
#include "util/alloc.h"
#include "util/error.h"

#include <stdlib.h>

/* One mark for each job, and one for the worker that replays
 * (findings/pipeline.c). */
_Static_assert(RDL_MOST_JOBS < RDL_MOST_MARKS, "marks");

bool rdl_workers_make(struct rdl_workers *w, size_t n,
                      const struct rdl_worker_options *options,
                      const struct rdl_stdin *input, struct rdl_error *error)
{
    struct rdl_worker_options each = *options;

    *w = (struct rdl_workers){
        .jobs = rdl_alloc(n * sizeof(*w->jobs)),
        .isolation = options->isolation,
    };
    w->latest = &w->jobs[0].worker;
    for (size_t i = 0; i < n; i++) {
        struct rdl_stdin own = *input;

        each.mark = (int)i;
        if ((i > 0 && !rdl_stdin_copy(input, &own, error)) ||
            !rdl_worker_make(&w->jobs[i].worker, &each, &own, error))
            return false;
        w->n++;
    }
    return true;
}

void rdl_workers_free(struct rdl_workers *w)
{
    for (size_t i = 0; i < w->n; i++)
        rdl_worker_free(&w->jobs[i].worker);
    free(w->jobs);
    if (w->fresh != NULL)
        rdl_worker_free(w->fresh);
    free(w->fresh);
}

bool rdl_workers_busy(const struct rdl_workers *w)
{
    for (size_t i = 0; i < w->n; i++) {
        if (w->jobs[i].worker.busy)
            return true;
    }
    return false;
}

void rdl_workers_stop(struct rdl_workers *w)
{
    for (size_t i = 0; i < w->n; i++)
        rdl_worker_stop(&w->jobs[i].worker);
    if (w->fresh != NULL)
        rdl_worker_stop(w->fresh);
}

void rdl_workers_count(const struct rdl_workers *w, uint64_t *executions,
                       uint64_t *steps)
{
    for (size_t i = 0; i < w->n; i++) {
        const struct rdl_job *j = &w->jobs[i];
        const struct rdl_tally *t = &j->worker.memory.shared->tally;
        uint64_t over;

        if (!j->worker.busy)
            continue;
        /* The target can write there. */
        over = __atomic_load_n(&t->executions, __ATOMIC_RELAXED);
        *executions += over < j->config.batch ? over : j->config.batch;
        *steps += __atomic_load_n(&t->steps, __ATOMIC_RELAXED);
    }
}
