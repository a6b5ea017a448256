/* step.h - a step of a thread as exploration sees it: which objects it touches,
 * and how.
 *
 * Two steps are dependent if they are of one thread, or touch one object and
 * one of them writes it.  A trace (Mazurkiewicz) is a set of executions that
 * differ by swaps of neighbouring independent steps. */
#ifndef RDL_EXPLORE_STEP_H
#define RDL_EXPLORE_STEP_H

#include "base/event.h"

#include <stddef.h>

/* Most steps touch one; a step that touches more than these writes the world.
 */
#define RDL_STEP_TOUCHES 6

/* How a step touches an object.  A failed compare-and-swap or try only reads;
 * whether it fails depends on the object's state, so exploration must be able
 * to say what it would do in another state. */
enum rdl_touch_rule {
    RDL_TOUCH_READS,
    RDL_TOUCH_WRITES,
    RDL_TOUCH_WRITES_IF_EQUAL,   /* state == operand; else it reads */
    RDL_TOUCH_WRITES_IF_NONZERO, /* state != 0; else it reads */
};

/* What the object's state must be for the step to be possible. */
enum rdl_touch_need {
    RDL_NEEDS_NOTHING,
    RDL_NEEDS_NONZERO, /* a lock that is free, a semaphore above zero */
    RDL_NEEDS_EQUAL,   /* state == operand */
    RDL_NEEDS_ANY,     /* they have a bit in common */
    RDL_NEEDS_SAME,    /* nothing; but if another step has written it, what the
                          other touches need before that is not known */
};

/* What `state` is. */
enum rdl_touch_state {
    RDL_STATE_UNKNOWN,
    RDL_STATE_BYTES,  /* of memory, at most 8 */
    RDL_STATE_OBJECT, /* of a lock, a semaphore and so on */
};

/* Objects are ranges of bytes: of memory, or of names for what lies elsewhere.
 * Two steps touch the same if the ranges overlap.  A lock is the first of its
 * bytes, so that whoever frees the block with the lock touches it, too. */
struct rdl_step_object {
    uint64_t object;  /* the first byte; a name that does not depend on the
                         order of independent steps */
    uint64_t operand; /* of rule and need */
    uint64_t state;   /* of the object before the step */
    uint32_t size;    /* bytes, not 0 */
    uint8_t rule;     /* enum rdl_touch_rule */
    uint8_t need;     /* enum rdl_touch_need */
    uint8_t holds;    /* enum rdl_touch_state */
    bool writes;      /* as executed, or as predicted */
};

struct rdl_step {
    uint32_t own; /* how many steps the thread took before */
    rdl_tid tid;
    uint16_t alternative, n_alternatives; /* outcomes of one step */
    uint8_t n_touches;
    /* It is taken only when no other step is possible: nothing that came later
     * could have come before it, and it could not have come earlier. */
    bool idle;
    bool slept;   /* the latest idle step made it possible */
    bool woken;   /* a step that woke the thread made it possible */
    bool blocked; /* waits for what nobody races for: a thread's end */
    /* The time of its call is over: what its first touch needs does not matter.
     * Before that it would have been the same call, which needs it. */
    bool late;
    /* It is dependent with every step: it ends the process, or has effects that
     * nobody knows. */
    bool world;
    bool varies; /* what it writes depends on the state it finds */
    bool wide;   /* a touch is more than a granule (8 aligned bytes) */
    bool chosen; /* whom it wakes depends on the alternative */
    bool weak;   /* alternative 1: its first touch only reads */
    /* Sets of threads.  These order steps and are never raced for: nothing that
     * depends on them can come before them. */
    uint64_t lives;         /* that it makes, or waits for the end of */
    uint64_t wakes;         /* that it wakes */
    uint64_t wakes_first;   /* chosen: if the alternative is 0 */
    uint64_t reads, writes; /* signatures: one bit for each granule */
    struct rdl_step_object touch[RDL_STEP_TOUCHES];
};

void rdl_step_begin(struct rdl_step *s, rdl_tid tid);
/* If it touches too many objects it writes the world. */
void rdl_step_touch(struct rdl_step *s, const struct rdl_step_object *touch);
void rdl_step_sign(struct rdl_step *s);
/* The step of a call whose time is over, as it would be if it were not. */
void rdl_step_in_time(struct rdl_step *s);
/* How many bytes of it are in use: all before its touches, and those. */
#define RDL_STEP_HEAD offsetof(struct rdl_step, touch)
static inline size_t rdl_step_bytes(const struct rdl_step *s)
{
    return RDL_STEP_HEAD + s->n_touches * sizeof(s->touch[0]);
}
/* *to = *from, as far as it is in use. */
void rdl_step_copy(struct rdl_step *to, const struct rdl_step *from);

/* A number below 256 for the object's first granule: steps whose touches are
 * not wide and have different ones do not meet. */
static inline unsigned rdl_step_bucket(const struct rdl_step_object *t)
{
    return (unsigned)((t->object >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 56);
}
static inline bool rdl_touch_is_wide(const struct rdl_step_object *t)
{
    return (t->object & 7) + t->size > 8;
}
static inline bool rdl_touch_meets(const struct rdl_step_object *a,
                                   const struct rdl_step_object *b)
{
    return a->object < b->object + b->size && b->object < a->object + a->size;
}
/* Does a touch all that b touches? */
static inline bool rdl_touch_covers(const struct rdl_step_object *a,
                                    const struct rdl_step_object *b)
{
    return a->object <= b->object && b->object + b->size <= a->object + a->size;
}

/* Is one ordered behind the other: by a thread's life, a wake-up, or time? */
bool rdl_step_ordered(const struct rdl_step *a, const struct rdl_step *b);
/* Do they conflict in an object, or in the world? */
bool rdl_step_conflict(const struct rdl_step *a, const struct rdl_step *b);
bool rdl_step_dependent(const struct rdl_step *a, const struct rdl_step *b);

/* It has this outcome; wakes: whom it wakes then. */
void rdl_step_outcome(struct rdl_step *s, uint16_t alternative, uint64_t wakes);
/* The step found the object in another state: what it writes there. */
void rdl_step_found(struct rdl_step *s, unsigned touch, uint64_t state);
/* Is the need of the touch met in that state? */
bool rdl_touch_possible(const struct rdl_step_object *touch, uint64_t state);
/* The object's state before the step that has touch `in`; false: that is not
 * known from it. */
bool rdl_touch_state(const struct rdl_step_object *in,
                     const struct rdl_step_object *of, uint64_t *state);
/* Same thread, number, alternative, objects and modes; but for what orders:
 * which thread a signal would wake elsewhere is not known. */
bool rdl_step_equal(const struct rdl_step *a, const struct rdl_step *b);

#endif
