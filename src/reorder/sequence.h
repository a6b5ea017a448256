/* sequence.h - an execution as the papers on prediction see one: events of
 * threads, what must come before each, and who held which lock from where to
 * where.  closure.h asks which other executions it stands for.
 *
 * Events are numbered in the order of execution.  It is built in that order:
 * add() an event, then say what it does. */
#ifndef RDL_REORDER_SEQUENCE_H
#define RDL_REORDER_SEQUENCE_H

#include "base/event.h"

#define RDL_REORDER_NONE UINT32_MAX

struct rdl_reorder_event {
    rdl_tid tid;
    uint32_t index; /* of its thread, from 1 */
    uint32_t clock; /* number of its clock */
    uint32_t ready; /* of the one without what it reads */
};

/* From a lock being taken to its release. */
struct rdl_reorder_section {
    uint32_t lock;         /* number */
    uint32_t taken, given; /* events; given: NONE if it never was */
    uint32_t next;         /* section of the same thread, or NONE */
    bool shared;           /* as one of several readers */
};

struct rdl_reorder_thread { /* owns its array */
    uint32_t n, room;
    uint32_t *events;
    uint32_t first, last; /* its sections, or NONE */
    uint32_t clock;       /* of its latest event */
};

struct rdl_reorder { /* owns its arrays */
    size_t n_threads;
    struct rdl_reorder_thread *threads;
    size_t n, room;
    struct rdl_reorder_event *events;
    /* n_threads numbers each: so many events of a thread come before. */
    size_t n_clocks, clocks_room;
    uint32_t *clocks;
    uint32_t owner; /* event that the latest clock was made for */
    size_t n_sections, sections_room;
    struct rdl_reorder_section *sections; /* in the order of being taken */
    size_t n_locks;
};

void rdl_reorder_make(struct rdl_reorder *r, size_t n_threads);
void rdl_reorder_free(struct rdl_reorder *r);

/* The thread takes its next step; returns the event. */
uint32_t rdl_reorder_add(struct rdl_reorder *r, rdl_tid tid);
/* The latest event cannot come before that one (which may be NONE). */
void rdl_reorder_after(struct rdl_reorder *r, uint32_t earlier);
/* The same for all events so far. */
void rdl_reorder_after_all(struct rdl_reorder *r);
/* The thread can stand before the latest event without the events that
 * rdl_reorder_after() gets from now on. */
void rdl_reorder_ready(struct rdl_reorder *r);
/* The latest event takes that lock; returns the section. */
uint32_t rdl_reorder_take(struct rdl_reorder *r, uint32_t lock, bool shared);
/* The latest event ends it. */
void rdl_reorder_give(struct rdl_reorder *r, uint32_t section);

static inline const uint32_t *rdl_reorder_clock(const struct rdl_reorder *r,
                                                uint32_t event)
{
    return r->clocks + r->events[event].clock * r->n_threads;
}

#endif
