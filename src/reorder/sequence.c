/* sequence.c - see sequence.h.  As in trace/order.c a thread gets a new clock
 * only when it learns something. */
#include "reorder/sequence.h"

#include "util/alloc.h"

#include <stdlib.h>
#include <string.h>

void rdl_reorder_make(struct rdl_reorder *r, size_t n_threads)
{
    *r = (struct rdl_reorder){
        .n_threads = n_threads,
        .threads = rdl_alloc((n_threads + 1) * sizeof(*r->threads)),
        .clocks = rdl_alloc((n_threads + 1) * sizeof(*r->clocks)),
        .n_clocks = 1, /* number 0: knows nothing of others */
        .clocks_room = 1,
        .owner = RDL_REORDER_NONE,
    };
    for (size_t i = 0; i < n_threads; i++)
        r->threads[i].first = r->threads[i].last = RDL_REORDER_NONE;
}

void rdl_reorder_free(struct rdl_reorder *r)
{
    for (size_t i = 0; i < r->n_threads; i++)
        free(r->threads[i].events);
    free(r->threads);
    free(r->events);
    free(r->clocks);
    free(r->sections);
    *r = (struct rdl_reorder){ .n = 0 };
}

/* Room for one more after the first n of `size` bytes each. */
static void *sequence_room(void *all, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return all;
    *room = 2 * *room + 16;
    return rdl_grow(all, *room * size);
}

uint32_t rdl_reorder_add(struct rdl_reorder *r, rdl_tid tid)
{
    struct rdl_reorder_thread *t = &r->threads[tid];
    size_t room = t->room;

    r->events = sequence_room(r->events, r->n, &r->room, sizeof(*r->events));
    t->events = sequence_room(t->events, t->n, &room, sizeof(*t->events));
    t->room = (uint32_t)room;
    t->events[t->n++] = (uint32_t)r->n;
    r->events[r->n] = (struct rdl_reorder_event){
        .tid = tid,
        .index = t->n,
        .clock = t->clock,
        .ready = t->clock,
    };
    return (uint32_t)r->n++;
}

/* The clock of the latest event, which may be changed. */
static uint32_t *sequence_own_clock(struct rdl_reorder *r)
{
    const uint32_t latest = (uint32_t)r->n - 1;
    struct rdl_reorder_event *e = &r->events[latest];

    if (r->owner != latest) {
        r->clocks = sequence_room(r->clocks, r->n_clocks, &r->clocks_room,
                                  r->n_threads * sizeof(*r->clocks));
        memcpy(r->clocks + r->n_clocks * r->n_threads,
               r->clocks + e->clock * r->n_threads,
               r->n_threads * sizeof(*r->clocks));
        e->clock = r->threads[e->tid].clock = (uint32_t)r->n_clocks++;
        r->owner = latest;
    }
    return r->clocks + e->clock * r->n_threads;
}

/* So many events of that thread come before the latest one. */
static void sequence_learn(struct rdl_reorder *r, rdl_tid tid, uint32_t n)
{
    const uint32_t latest = (uint32_t)r->n - 1;

    if (tid != r->events[latest].tid && rdl_reorder_clock(r, latest)[tid] < n)
        sequence_own_clock(r)[tid] = n;
}

void rdl_reorder_after(struct rdl_reorder *r, uint32_t earlier)
{
    const struct rdl_reorder_event *e = &r->events[r->n - 1];
    const struct rdl_reorder_event *f;

    if (earlier == RDL_REORDER_NONE || earlier == r->n - 1)
        return;
    f = &r->events[earlier];
    if (f->tid == e->tid ||
        rdl_reorder_clock(r, (uint32_t)r->n - 1)[f->tid] >= f->index)
        return;
    for (size_t i = 0; i < r->n_threads; i++)
        sequence_learn(r, (rdl_tid)i, rdl_reorder_clock(r, earlier)[i]);
    sequence_learn(r, f->tid, f->index);
}

void rdl_reorder_after_all(struct rdl_reorder *r)
{
    for (size_t i = 0; i < r->n_threads; i++)
        sequence_learn(r, (rdl_tid)i, r->threads[i].n);
}

void rdl_reorder_ready(struct rdl_reorder *r)
{
    struct rdl_reorder_event *e = &r->events[r->n - 1];

    e->ready = e->clock;
    r->owner = RDL_REORDER_NONE; /* the clock does not change any more */
}

uint32_t rdl_reorder_take(struct rdl_reorder *r, uint32_t lock, bool shared)
{
    const uint32_t latest = (uint32_t)r->n - 1;
    struct rdl_reorder_thread *t = &r->threads[r->events[latest].tid];
    const uint32_t number = (uint32_t)r->n_sections;

    r->sections = sequence_room(r->sections, r->n_sections, &r->sections_room,
                                sizeof(*r->sections));
    r->sections[r->n_sections++] = (struct rdl_reorder_section){
        .lock = lock,
        .taken = latest,
        .given = RDL_REORDER_NONE,
        .next = RDL_REORDER_NONE,
        .shared = shared,
    };
    if (t->last == RDL_REORDER_NONE)
        t->first = number;
    else
        r->sections[t->last].next = number;
    t->last = number;
    if (lock >= r->n_locks)
        r->n_locks = lock + 1;
    return number;
}

void rdl_reorder_give(struct rdl_reorder *r, uint32_t section)
{
    r->sections[section].given = (uint32_t)r->n - 1;
}
