/* divided_back.c - a request of a divided exploration has ended: what counts of
 * it, and what the exploration knows then (divided.c). */
#include "campaign/explore/divided.h"

#include <string.h>

/* A process that dies so often in one part does so by itself. */
#define MOST_DEATHS 3

/* Adds what the worker knows; true: some of that is new. */
static bool divided_know(struct rdl_divided *d, const struct rdl_reach *memory)
{
    struct rdl_reach *all = &d->all;
    bool news = false;

    for (uint32_t i = 0; i < memory->n_known && i < RDL_REACH_KNOWN; i++) {
        uint32_t k = 0;

        while (k < all->n_known && all->known[k] != memory->known[i])
            k++;
        if (k < all->n_known)
            continue;
        news = true;
        if (all->n_known < RDL_REACH_KNOWN)
            all->known[all->n_known++] = memory->known[i];
        else
            all->knows_all = false;
    }
    for (uint32_t i = 0; i < memory->n_loops && i < RDL_REACH_LOOPS; i++) {
        uint32_t k = 0;

        while (k < all->n_loops && all->loop[k] != memory->loop[i])
            k++;
        if (k == all->n_loops && all->n_loops < RDL_REACH_LOOPS) {
            all->loop[all->n_loops++] = memory->loop[i];
            news = true;
        }
    }
    for (uint32_t i = 0; i < RDL_REACH_EXTENTS; i++) {
        const struct rdl_reach_extent *e = &memory->extent[i];

        if (e->size <= rdl_reach_extent(all, e->pc, e->start))
            continue;
        news = true;
        all->knows_all &= rdl_reach_extend(all, e->pc, e->start, e->size);
    }
    all->knows_all &= memory->knows_all;
    return news;
}

static void divided_count(struct rdl_divided *d, const struct rdl_reach *memory)
{
    struct rdl_reach *all = &d->all;

    all->ended += memory->ended;
    all->deadlocks += memory->deadlocks;
    all->blocked += memory->blocked;
    all->failed += memory->failed;
    all->abandoned += memory->abandoned;
    all->wrong += memory->wrong;
    for (unsigned i = 0; i < RDL_REACH_LEVELS; i++)
        all->by[i] += memory->by[i];
    all->unexplored |= memory->unexplored;
    if (memory->used > d->used)
        d->used = memory->used;
    all->memory = (uint64_t)d->size * (d->jobs + 1);
    all->used = d->used * d->jobs +
                (uint64_t)d->upper.tree.most * sizeof(struct rdl_node);
}

/* Have the threads the same numbers?  Those that the worker met are known from
 * now on. */
static bool divided_same_threads(struct rdl_divided *d,
                                 const struct rdl_divided_task *t,
                                 const struct rdl_reach *memory)
{
    if (memory->n_threads > RDL_EXPLORE_THREADS)
        return false;
    if (memory->n_threads > t->n_threads) {
        const uint32_t both = memory->n_threads < d->all.n_threads
                                  ? memory->n_threads
                                  : d->all.n_threads;

        if (memcmp(memory->thread, d->all.thread,
                   both * sizeof(memory->thread[0])) != 0)
            return false;
    }
    if (memory->n_threads > d->all.n_threads) {
        memcpy(d->all.thread, memory->thread, sizeof(d->all.thread));
        d->all.n_threads = memory->n_threads;
    }
    return true;
}

/* The process died in an execution, or the request was interrupted. */
static void divided_lost(struct rdl_divided *d, uint32_t part,
                         enum rdl_state state)
{
    unsigned i = 0, at = RDL_DIVIDED_DEADLY;

    rdl_upper_release(&d->upper, part);
    for (; i < RDL_DIVIDED_DEADLY; i++) {
        if (d->deadly[i].deaths > 0 && d->deadly[i].part == part)
            at = i;
    }
    for (i = 0; i < RDL_DIVIDED_DEADLY && at == RDL_DIVIDED_DEADLY; i++) {
        if (d->deadly[i].deaths == 0)
            at = i;
    }
    if (at < RDL_DIVIDED_DEADLY && state != RDL_FOUND) {
        d->deadly[at].part = part;
        if (++d->deadly[at].deaths < MOST_DEATHS)
            return;
    }
    rdl_divided_trouble(d, RDL_REACH_DIED);
}

static void divided_lives(struct rdl_divided *d, uint32_t part)
{
    for (unsigned i = 0; i < RDL_DIVIDED_DEADLY; i++) {
        if (d->deadly[i].part == part)
            d->deadly[i].deaths = 0;
    }
}

static void divided_troubled(struct rdl_divided *d,
                             const struct rdl_reach *memory)
{
    if (d->resumed && memory->trouble[RDL_REACH_PREDICTION].set) {
        rdl_divided_note(d,
                         "the exploration begins anew: the program does not do "
                         "what it did in the earlier session");
        /* What processes know stays: it does no harm. */
        rdl_divided_begin(d);
        return;
    }
    divided_count(d, memory);
    memcpy(d->all.trouble, memory->trouble, sizeof(d->all.trouble));
    d->all.done = true;
}

/* The request has ended as it should; `part` is that of this beginning. */
static void divided_merge(struct rdl_divided *d,
                          const struct rdl_shared *shared, uint32_t part)
{
    size_t room = 0;
    struct rdl_reach *memory = rdl_divided_memory(shared, &room);
    const struct rdl_explore *x =
        rdl_explore_attach(rdl_reach_arena(memory), room, RDL_BOUND_NONE);

    divided_lives(d, part);
    divided_count(d, memory);
    d->here += memory->executions;
    if (!d->all.knows_all || x == NULL ||
        !rdl_upper_merge(&d->upper, part, x, memory->done)) {
        rdl_divided_trouble(d, RDL_REACH_MEMORY);
        return;
    }
    d->all.done = rdl_upper_done(&d->upper);
    d->all.progress = rdl_upper_progress(&d->upper);
    d->all.progress_at = d->here;
}

/* A worker has begun again: so do all, if that is news. */
static void divided_restart(struct rdl_divided *d,
                            const struct rdl_learned *learned,
                            const struct rdl_divided_task *t, bool stale)
{
    size_t room = 0;
    const struct rdl_reach *memory = rdl_divided_memory(learned->shared, &room);
    const bool news = divided_know(d, memory);

    if (!d->all.knows_all)
        rdl_divided_trouble(d, RDL_REACH_MEMORY);
    if (!news && !stale) /* it begins again for no reason that can be told */
        divided_lost(d, t->part, learned->state);
    if (!news)
        return;
    d->all.restarts++;
    d->all.knowledge++;
    rdl_divided_begin(d);
    /* What it has done since is of the new beginning, if it knows all. */
    if (!stale && !d->all.done && divided_same_threads(d, t, memory) &&
        rdl_upper_take(&d->upper, 0) == d->upper.root)
        divided_merge(d, learned->shared, d->upper.root);
    else if (!d->all.done)
        rdl_upper_release(&d->upper, d->upper.root);
    d->here =
        d->all.ended + d->all.deadlocks + d->all.blocked + d->all.abandoned;
}

static struct rdl_divided_task *divided_task_of(struct rdl_divided *d,
                                                const struct rdl_shared *shared)
{
    for (unsigned i = 0; i < d->jobs; i++) {
        if (d->task[i].busy && d->task[i].shared == shared)
            return &d->task[i];
    }
    return NULL;
}

void rdl_divided_learn(void *state, const struct rdl_learned *learned)
{
    struct rdl_divided *d = state;
    size_t room = 0;
    struct rdl_reach *memory = rdl_divided_memory(learned->shared, &room);
    struct rdl_divided_task *t = divided_task_of(d, learned->shared);
    bool stale;

    if (memory == NULL || t == NULL)
        return;
    t->busy = false;
    if (d->all.done)
        return;
    stale = t->beginning != d->beginning;
    d->all.executions += memory->executions;
    if (memory->running || memory->lost) {
        if (!stale)
            divided_lost(d, t->part, learned->state);
        return;
    }
    if (rdl_reach_troubled(memory)) {
        if (!stale)
            divided_troubled(d, memory);
    } else if (learned->shared->meets.what[0] != '\0') {
        /* What one execution does may depend on another one. */
        d->all.trouble[RDL_REACH_JOBS].pc = learned->shared->meets.pc;
        rdl_divided_trouble(d, RDL_REACH_JOBS);
    } else if (memory->restarts > 0) {
        divided_restart(d, learned, t, stale);
    } else if (!stale && (memory->executions == 0 ||
                          !divided_same_threads(d, t, memory))) {
        rdl_upper_release(&d->upper, t->part);
    } else if (!stale) {
        divided_merge(d, learned->shared, t->part);
    }
    d->resumed = false;
}
