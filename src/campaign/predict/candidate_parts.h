/* candidate_parts.h - what candidates.c and associated.c share: the record that
 * one pass over an execution fills. */
#ifndef RDL_CAMPAIGN_PREDICT_CANDIDATE_PARTS_H
#define RDL_CAMPAIGN_PREDICT_CANDIDATE_PARTS_H

#include "campaign/predict/candidates.h"
#include "util/alloc.h"

enum {
    MOST_EVENTS = 10000,
    MOST_THREADS = 64,
    MOST_LOCKS = 8,
    MOST_ACCESSES = 24, /* of a granule, at different places or with others */
    MOST_PAIRS = 16,
    BUCKETS = 4096,
    /* Of associated memory: see associated.c. */
    MOST_RECENT = 8,
    MOST_NEAR = 8,
    MOST_ACROSS = 24,
};

struct lock {
    uintptr_t addr, pc;
    uint32_t since; /* index of the event that took it */
    bool shared;
};

struct recent { /* an access of a thread, the latest to that memory */
    struct granule *granule;
    uint8_t access; /* index in its accesses */
    uint32_t index; /* of the event */
};

struct thread {
    uintptr_t handle;
    uint32_t before[MOST_THREADS]; /* events of each that came before, + 1 */
    uint32_t n_locks;
    struct lock locks[MOST_LOCKS];
    uint32_t n_recent;
    struct recent recent[MOST_RECENT]; /* to different memory; latest last */
};

struct access {
    uintptr_t pc, addr;
    uint32_t size, index;
    uint16_t thread; /* number, not tid */
    uint8_t op;
    bool writes;
    uint32_t n_locks;
    struct lock locks[MOST_LOCKS];
    uint32_t before[MOST_THREADS];
};

struct pair {              /* two successive accesses of one thread */
    uint8_t first, second; /* indices in accesses */
    uintptr_t hold;        /* where the thread can be held before the second */
};

struct near { /* other memory that a thread accesses soon before or after */
    struct granule *granule;
    uint32_t together; /* how often */
};

struct across {              /* an access here, then one to memory near it */
    struct granule *granule; /* of the second */
    uint8_t first, second;
    uintptr_t hold;
};

struct granule { /* each event may make one: most have a single access */
    uintptr_t addr;
    struct granule *next;
    uint32_t n_accesses, n_pairs;
    struct access *accesses;      /* see candidates_room */
    struct pair *pairs;           /* the same */
    uint8_t latest[MOST_THREADS]; /* index in accesses + 1 */
    uint32_t visits;              /* accesses of threads that come to it anew */
    uintptr_t structure;          /* that it is a part of, once `asked` */
    bool asked;
    uint32_t n_near, n_across;
    struct near *near;     /* see candidates_room */
    struct across *across; /* the same */
};
_Static_assert(MOST_ACCESSES < UINT8_MAX, "granule.latest, struct pair");

struct search {
    uint32_t n_threads;
    struct thread *threads;           /* MOST_THREADS */
    uint16_t number[RDL_MAX_THREADS]; /* by tid, + 1 */
    struct granule *buckets[BUCKETS];
    const struct rdl_candidates_calls *calls;
};

/* Room for one more of `size` bytes after the first n: doubles. */
static inline void *candidates_room(void *all, uint32_t n, size_t size)
{
    return (n & (n - 1)) == 0 ? rdl_grow(all, (n > 0 ? 2 * n : 1) * size) : all;
}

/* The first lock that the thread took after `since` and still holds; else
 * `pc`. */
static inline uintptr_t candidates_hold_place(const struct thread *t,
                                              uint32_t since, uintptr_t pc)
{
    for (uint32_t i = 0; i < t->n_locks; i++) {
        if (t->locks[i].since > since)
            return t->locks[i].pc;
    }
    return pc;
}

static inline bool candidates_overlap(const struct access *a,
                                      const struct access *b)
{
    return rdl_overlap(a->addr, a->size, b->addr, b->size);
}

/* Ordered by creation or join, whoever came first. */
static inline bool candidates_ordered(const struct access *a,
                                      const struct access *b)
{
    return b->before[a->thread] > a->index || a->before[b->thread] > b->index;
}

static inline bool candidates_guarded(const struct access *a,
                                      const struct access *b,
                                      uint32_t held_since)
{
    for (uint32_t i = 0; i < a->n_locks; i++) {
        for (uint32_t k = 0; k < b->n_locks; k++) {
            if (a->locks[i].addr == b->locks[k].addr &&
                a->locks[i].since <= held_since &&
                !(a->locks[i].shared && b->locks[k].shared))
                return true;
        }
    }
    return false;
}

/* The thread has made the access with that index of the granule. */
void rdl_associated_visit(struct thread *t, struct granule *g, uint32_t access,
                          uint32_t index);
/* Calls each() for candidates that begin in the granule. */
void rdl_associated_look(const struct search *s, struct granule *g);

#endif
