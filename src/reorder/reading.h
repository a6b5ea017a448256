/* reading.h - a recorded execution becomes a sequence (sequence.h), with the
 * accesses and the lock calls in it that a race or a deadlock may consist of.
 *
 * POPL 2021 and PLDI 2023 know reads, writes and locks.  All else keeps the
 * order that the execution shows, where another order might be noticed:
 *   - an atomic operation is a read, a write or both, and comes after the write
 *     that it sees; weak memory orders count as the strongest;
 *   - a thread comes after its creation; a join after all steps of the joined
 *     thread; a thread after the one whose number it has;
 *   - operations on one condition, semaphore, barrier, once object or futex
 *     keep their order, and a woken thread comes after the step that woke it;
 *   - a try that fails comes after the lock was taken; destroying a lock counts
 *     as taking and releasing it;
 *   - two readers of a reader-writer lock are in no order; a reader and a
 *     writer are as two writers;
 *   - system calls, signals, sleeping and reading a clock keep their order;
 *   - a wait that time ends comes after everything, since time passes only when
 *     no thread can run, or by a choice of the strategy;
 *   - freeing a block accesses all of it, in the course of the step before;
 *     memory that is allocated there later is another object. */
#ifndef RDL_REORDER_READING_H
#define RDL_REORDER_READING_H

#include "reorder/index.h"
#include "reorder/sequence.h"
#include "trace/trace.h"

/* Of an execution: steps that are read, granules (eight bytes of memory),
 * accesses to granules. */
#define RDL_REORDER_STEPS 1000000
#define RDL_REORDER_GRANULES 200000
#define RDL_REORDER_ACCESSES 2000000
#define RDL_REORDER_CLOCKS (UINT32_C(1) << 25)       /* numbers in all clocks */
#define RDL_REORDER_LOOKS (2 * RDL_REORDER_ACCESSES) /* at granules */
#define RDL_REORDER_AROUND 8 /* sections around another one */

/* Accesses of a thread to the same memory, at one place of the program. */
struct rdl_reorder_access { /* owns its list */
    uintptr_t pc;
    uint32_t next; /* another one to the same memory, or NONE */
    rdl_tid tid;
    uint8_t op;    /* enum rdl_op */
    uint8_t bytes; /* of the eight, a bit for each */
    uint32_t n, room;
    uint32_t *events;
};

struct rdl_reorder_memory { /* eight bytes, while they are one object */
    uintptr_t at;
    uint32_t accesses; /* the first, or NONE */
    uint32_t n_accesses;
    uint32_t writer[8]; /* of each byte: the latest event, or NONE */
};

struct rdl_reorder_memories { /* owns its arrays */
    size_t n, room;
    struct rdl_reorder_memory *all; /* freed blocks too */
    size_t n_accesses, accesses_room;
    struct rdl_reorder_access *accesses;
    size_t listed;          /* events in all lists */
    uint64_t looks;         /* granules looked at */
    struct rdl_index index; /* of memory that is not freed, by its address */
    bool partial;           /* something was dropped */
};

struct rdl_reorder_hold { /* how a section was taken */
    bool waits;           /* it is not a try */
    bool many;            /* there are more around it */
    uint8_t n_around;     /* sections that its thread was in then */
    uint32_t around;      /* the first of these, in `around` of the reading */
};

struct rdl_reading { /* owns its arrays */
    const struct rdl_trace *t;
    struct rdl_reorder sequence; /* an event is a step of the trace */
    struct rdl_reorder_memories memory;
    size_t holds_room;
    struct rdl_reorder_hold *holds; /* for each section */
    size_t n_around, around_room;
    uint32_t *around; /* sections; of each hold the latest first */
    bool partial;     /* something was dropped */
};

void rdl_reading_make(struct rdl_reading *r, const struct rdl_trace *t);
void rdl_reading_free(struct rdl_reading *r);

/* memory.c: the latest event of the sequence accesses these bytes. */
void rdl_reading_access(struct rdl_reorder_memories *m, struct rdl_reorder *q,
                        const struct rdl_event *e);
/* It frees the block, in its course. */
void rdl_reading_freed(struct rdl_reorder_memories *m, struct rdl_reorder *q,
                       const struct rdl_extra *x);
/* What is there from now on is another object. */
void rdl_reading_forget(struct rdl_reorder_memories *m, uintptr_t addr,
                        uint64_t size);
void rdl_reading_free_memory(struct rdl_reorder_memories *m);

#endif
