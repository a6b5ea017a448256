/* coverage_session.c - see coverage_session.h.  The memory is shared with the
 * workers; the estimator's tables are the driver's own pages.
 * rdl_coverage_session_take() estimates from the events of one execution,
 * rdl_coverage_session_look() reads the log of newly covered requirements. */
#include "campaign/coverage/coverage_session.h"

#include "base/time.h"
#include "util/fd.h"
#include "util/alloc.h"
#include "util/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Zeroed pages that cost nothing before their first use; freed at the end. */
static void *session_more(void *owner, size_t size)
{
    struct rdl_coverage_session *o = owner;
    struct rdl_coverage_session_piece *p =
        mmap(NULL, size + sizeof(*p), PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (p == MAP_FAILED)
        return NULL;
    p->next = o->pieces;
    p->size = size + sizeof(*p);
    o->pieces = p;
    return p + 1;
}

/* The key of a program counter of the observed worker. */
static uint64_t session_name(void *owner, uintptr_t pc)
{
    struct rdl_coverage_session *o = owner;
    const struct rdl_module *m = rdl_shared_module(o->worker, pc);

    if (m == NULL)
        return rdl_location_key_of(RDL_NO_MODULE, pc);
    return rdl_location_key_of(
        rdl_coverage_module(o->memory, &o->coverage.participant, m->path,
                            m->build_id, m->build_id_size),
        pc - m->base);
}

bool rdl_coverage_session_make(struct rdl_coverage_session *o, uint32_t metrics,
                               uint32_t pairs, uint32_t jobs, uint64_t most,
                               struct rdl_error *error)
{
    struct rdl_coverage_attach how = {
        .metrics = metrics,
        .pairs = pairs,
        .owner = RDL_COVERAGE_DRIVER,
        .supply = { .more = session_more, .owner = o },
        .namer = { .name = session_name, .owner = o },
    };
    void *mapped;

    *o = (struct rdl_coverage_session){ .fd = -1, .most = most };
    if (metrics == 0)
        return true;
    o->limits = RDL_COVERAGE_LIMITS;
    o->limits.workers = jobs;
    o->size = rdl_coverage_memory_size(&o->limits);
    o->fd = rdl_fd_memory("raddle-coverage");
    if (o->fd < 0 || ftruncate(o->fd, (off_t)o->size) != 0)
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot make %zu bytes for coverage", o->size);
    mapped = mmap(NULL, o->size, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_NORESERVE, o->fd, 0);
    if (mapped == MAP_FAILED)
        return rdl_error_errno(error, RDL_EXIT_INTERNAL,
                               "cannot map %zu bytes for coverage", o->size);
    o->memory = mapped;
    how.memory = rdl_coverage_memory_init(o->memory, &o->limits);
    how.size = o->size;
    return rdl_coverage_attach(&o->coverage, &how) == 0 ||
           rdl_error_set(error, RDL_EXIT_NOTHING, "no memory for coverage");
}

void rdl_coverage_session_stop_if(struct rdl_coverage_session *o,
                                  rdl_estimate_stop *stop, void *owner)
{
    o->stop = stop;
    o->stop_owner = owner;
}

void rdl_coverage_session_free(struct rdl_coverage_session *o)
{
    free(o->fresh);
    if (o->fd < 0)
        return;
    while (o->pieces != NULL) {
        struct rdl_coverage_session_piece *p = o->pieces;

        o->pieces = p->next;
        munmap(p, p->size);
    }
    if (o->memory != NULL)
        munmap(o->memory, o->size);
    close(o->fd);
}

bool rdl_coverage_session_wanted(const struct rdl_coverage_session *o)
{
    return o->fd >= 0 && o->observed < o->most &&
           o->tried < o->most * RDL_OBSERVED_TRIES &&
           o->events < RDL_OBSERVED_EVENTS &&
           o->summaries < RDL_OBSERVED_SUMMARIES && !o->bounded &&
           rdl_coverage_unrecorded(o->memory) == 0;
}

bool rdl_coverage_session_capped(const struct rdl_coverage_session *o)
{
    return o->fd >= 0 &&
           (o->cut || o->bounded || rdl_coverage_unrecorded(o->memory) > 0);
}

bool rdl_coverage_session_take(struct rdl_coverage_session *o,
                               struct rdl_shared *worker,
                               struct rdl_error *error)
{
    const struct rdl_region *r = &worker->regions[RDL_TRACE_EVENTS];
    const struct rdl_event *events = rdl_shared_data(worker, RDL_TRACE_EVENTS);
    const uint64_t begin = rdl_time_ns();
    struct rdl_estimate *e;

    o->tried++;
    if (worker->outcome.observed == RDL_OBSERVED_NOTHING)
        return true;
    o->worker = worker;
    o->observed++;
    o->events += r->used;
    o->cut |= worker->outcome.observed == RDL_OBSERVED_BEGINNING;
    /* Another process may have loaded its code elsewhere. */
    rdl_hash_index_clear(&o->coverage.locations.by_pc);
    rdl_coverage_sync(&o->coverage);
    e = rdl_estimate_new(o->coverage.metrics, &o->coverage.locations,
                         &o->coverage.covering);
    if (e == NULL)
        return rdl_error_set(error, RDL_EXIT_NOTHING,
                             "no memory to estimate what can be covered");
    rdl_estimate_stop_if(e, o->stop, o->stop_owner);
    for (uint64_t i = 0; i < r->used && !rdl_estimate_cut(e); i++) {
        if (events[i].op == RDL_OP_FREE)
            rdl_estimate_forget(e, events[i].addr, events[i].size);
        else
            rdl_estimate_event(e, &events[i]);
    }
    o->starved |= rdl_estimate_finish(e) != 0;
    o->bounded |= rdl_estimate_cut(e);
    o->summaries += rdl_estimate_summaries(e);
    rdl_estimate_free(e);
    o->estimate_ns += rdl_time_ns() - begin;
    return true;
}

void rdl_coverage_session_look(struct rdl_coverage_session *o)
{
    const struct rdl_requirements_arrays *shared = &o->coverage.covering.shared;
    uint32_t n;

    o->n_fresh = 0;
    if (o->fd < 0)
        return;
    n = __atomic_load_n(&o->memory->requirements.n_log, __ATOMIC_ACQUIRE);
    if (n > o->limits.requirements)
        n = o->limits.requirements;
    while (o->seen < n) {
        const uint32_t id = shared->log[o->seen++];

        if (id > o->limits.requirements)
            continue; /* the target wrote there */
        if ((o->silent >> rdl_key_metric(shared->keys[id]) % RDL_MAX_METRICS &
             1) != 0)
            continue;
        if (o->n_fresh == o->room) {
            o->room = o->room * 2 + 64;
            o->fresh = rdl_grow(o->fresh, o->room * sizeof(*o->fresh));
        }
        o->fresh[o->n_fresh++] = (struct rdl_coverage_session_fresh){
            .execution = shared->records[id].first,
            .metric = rdl_key_metric(shared->keys[id]) % RDL_MAX_METRICS,
        };
    }
}

bool rdl_coverage_session_end(struct rdl_coverage_session *o)
{
    if (o->fd < 0)
        return true;
    rdl_coverage_recount(o->memory, o->size);
    return rdl_coverage_memory_sound(o->memory, o->size);
}

void rdl_coverage_session_ended(struct rdl_coverage_session *o, uint32_t owner,
                                uint64_t from, uint64_t to)
{
    if (o->fd < 0)
        return;
    rdl_coverage_release(o->memory, o->size, owner);
    rdl_hits_settle(&o->coverage.covering.shared.hits, owner, from, to);
}

void rdl_coverage_session_failed(struct rdl_coverage_session *o, uint32_t owner,
                                 uint64_t execution)
{
    if (o->fd >= 0)
        rdl_hits_failed(&o->coverage.covering.shared.hits, owner, execution);
}
