/* step.h - a step of a thread as exploration sees it: which objects it touches,
 * and how.
 *
 * Two steps are dependent if they are of one thread, or touch one object and
 * one of them writes it.  A trace (Mazurkiewicz) is a set of executions that
 * differ by swaps of neighbouring independent steps. */
#ifndef RDL_EXPLORE_STEP_H
#define RDL_EXPLORE_STEP_H

#include "base/event.h"

#define RDL_STEP_TOUCHES 8

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
};

struct rdl_step_object {
    uint64_t object;  /* a name that does not depend on the order of independent
                         steps */
    uint64_t operand; /* of rule and need */
    uint64_t state;   /* of the object before the step */
    uint8_t bytes;    /* which of a granule of memory; all ones otherwise */
    uint8_t rule;     /* enum rdl_touch_rule */
    uint8_t need;     /* enum rdl_touch_need */
    /* The object orders steps and is never raced for: nothing that depends on
     * it can come before it (the life of a thread, the token of a wake-up). */
    bool orders;
    bool writes; /* as executed, or as predicted */
};

struct rdl_step {
    uint32_t own; /* how many steps the thread took before */
    rdl_tid tid;
    uint16_t alternative, n_alternatives; /* outcomes of one step */
    uint8_t n_touches;
    /* It is taken only when no other step is possible: nothing that came later
     * could have come before it, and it could not have come earlier. */
    bool idle;
    /* The touch whose object depends on the alternative, or RDL_STEP_TOUCHES;
     * its object if the alternative is 0. */
    uint8_t chosen;
    uint64_t chosen_first;
    /* Signatures: one bit for each object.  may: those that it would write in
     * some state. */
    uint64_t reads, writes, may;
    struct rdl_step_object touch[RDL_STEP_TOUCHES];
};

/* Begins a step of the thread; it reads its own life and the process. */
void rdl_step_begin(struct rdl_step *s, rdl_tid tid);
/* False: the step touches too many objects. */
bool rdl_step_touch(struct rdl_step *s, const struct rdl_step_object *touch);
/* Its object is the one that rdl_explore_choose chooses. */
void rdl_step_touch_chosen(struct rdl_step *s);
void rdl_step_sign(struct rdl_step *s);

/* The object of a thread's life: made by its creator, ended for its joiner. */
uint64_t rdl_step_life(rdl_tid tid);
/* The process: every step reads it; what ends it, or has effects that nobody
 * knows, writes it. */
#define RDL_STEP_PROCESS (UINT64_C(1) << 61)

/* Do they conflict in an object that orders (first), or in another one? */
bool rdl_step_ordered(const struct rdl_step *a, const struct rdl_step *b);
bool rdl_step_conflict(const struct rdl_step *a, const struct rdl_step *b);
bool rdl_step_dependent(const struct rdl_step *a, const struct rdl_step *b);

/* `s` as it would be in the state before `e`: what it would write there. */
struct rdl_step rdl_step_before(const struct rdl_step *s,
                                const struct rdl_step *e);
/* Is the need of the touch met in the object's state before the step? */
bool rdl_touch_possible(const struct rdl_step_object *touch);
/* Could `s` be taken in the state before `e`?  What `e` does not touch, or what
 * orders, is as `s` found it: a step that waits for something else does not
 * come before the end of the process either. */
bool rdl_step_possible_before(const struct rdl_step *s,
                              const struct rdl_step *e);
/* Same thread, number, alternative, objects and modes; but for objects that
 * order: which thread a signal would wake elsewhere is not known. */
bool rdl_step_equal(const struct rdl_step *a, const struct rdl_step *b);

#endif
