/* sharing.h - which memory do threads share?  A plain access to what one
 * thread alone uses, or to what all only read, needs no decision.
 *
 * Learnt from execution to execution, for each aligned 8 bytes (a granule);
 * sharing.c says how, and why no schedule is hidden by it.  Such an access is
 * still a step: recorded, hashed, counted, so that a schedule means the same
 * whatever was learnt.  Only the strategy is not asked.
 *
 * Nothing is learnt under isolation exec (nothing would last), at a replay
 * (nobody is asked anyway) and with RDL_CFG_NO_LEARN. */
#ifndef RDL_RUNTIME_OBSERVE_SHARING_H
#define RDL_RUNTIME_OBSERVE_SHARING_H

#include "runtime/core/thread.h"

/* After so many steps without a decision there is one all the same. */
#define RDL_SHARING_RUN 1024

#define RDL_SHARING_PAGE_SHIFT 13
#define RDL_SHARING_GRANULES                                                   \
    (1 << (RDL_SHARING_PAGE_SHIFT - 3)) /* a page's                            \
                                         */
#define RDL_SHARING_SLOTS 65536

/* Lasts from one execution to the next: mapped as shared memory, so that
 * neither a rewind brings it back nor a child has a copy. */
struct rdl_sharing_table {
    uint64_t executions; /* that noted something */
    uint64_t longest;    /* most decisions of one that leaves others out */
    uint32_t n_pages;
    bool off; /* a child saw all memory: see rdl_sharing_forks */
    /* A hash table of pages with linear probing; 0: free. */
    uint64_t pages[RDL_SHARING_SLOTS];
    uint32_t granules[RDL_SHARING_SLOTS][RDL_SHARING_GRANULES]
        __attribute__((aligned(4096)));
};

/* A granule: number of the latest execution that touched it, by which thread,
 * how.  The number comes round again after a million executions, which can
 * only make memory look shared that is not. */
enum rdl_granule {
    RDL_GRANULE_READ,    /* by one thread */
    RDL_GRANULE_WRITTEN, /* by one thread */
    RDL_GRANULE_SEVERAL, /* read by several, written by none */
    RDL_GRANULE_FREED,   /* the next access is a mistake */
};
#define RDL_GRANULE_TID_SHIFT 2
#define RDL_GRANULE_EXECUTION_SHIFT 12
#define RDL_GRANULE_SHARED UINT32_MAX /* in some execution, hence for ever */

_Static_assert(RDL_GRANULE_FREED < 1 << RDL_GRANULE_TID_SHIFT,
               "how it was touched lies below the thread");
_Static_assert(RDL_MAX_THREADS <=
                   1 << (RDL_GRANULE_EXECUTION_SHIFT - RDL_GRANULE_TID_SHIFT),
               "and the thread below the execution");

struct rdl_sharing {
    struct rdl_sharing_table *table; /* NULL: nothing is learnt */
    uint64_t until;     /* from this step on every access is a decision */
    uint64_t end;       /* until never exceeds it; 0: they all are */
    uint64_t needless;  /* decisions, where all are made, that others omit */
    uint32_t execution; /* its number, as in a granule */
    bool notes;         /* this execution learns */
    bool alone;         /* no thread has been made yet */
    bool learnt;        /* this execution: of memory that is shared */
};

extern struct rdl_sharing rdl_sharing RDL_HIDDEN;

/* In the process that will run many executions, before the first. */
void rdl_sharing_open(void);
void rdl_sharing_begin(uint64_t execution);
/* The execution is over. */
void rdl_sharing_end(void);
/* In the child of the target's fork: nothing is noted or left out. */
void rdl_sharing_stop(void);
/* The target forks. */
void rdl_sharing_forks(void);

/* How many decisions this execution may have, for a strategy; `most` is what
 * the driver saw so far. */
uint64_t rdl_sharing_expected(uint64_t most);

enum rdl_sharing_kind {
    RDL_SHARING_PRIVATE,
    RDL_SHARING_NEW, /* nobody ever touched it: may not even be mapped */
    RDL_SHARING_SHARED
};

/* The calling thread accesses [addr, addr + size): notes it and says whether
 * another's access may be in conflict with it.  `notes` is set. */
enum rdl_sharing_kind rdl_sharing_note(uintptr_t addr, size_t size, bool write);
/* It does so in the course of another step, or the kernel does on its behalf;
 * may be called always.  Descriptors and other small numbers are no memory. */
void rdl_sharing_touch(const volatile void *addr, size_t size, bool write);
/* Is any granule of these known to be shared? */
bool rdl_sharing_any(uintptr_t addr, size_t size);
/* A block of the heap is given back, or handed out. */
void rdl_sharing_freed(const void *block, size_t size);
void rdl_sharing_fresh(const void *block, size_t size);

static inline size_t rdl_sharing_slot(uint64_t page)
{
    _Static_assert(RDL_SHARING_SLOTS == 1 << (64 - 48), "as many as are told");
    return page * UINT64_C(0x9e3779b97f4a7c15) >> 48;
}

/* A decision was made, and a thread goes on with `op`. */
static inline void rdl_sharing_decided(enum rdl_op op)
{
    uint64_t until = rdl_steps + RDL_SHARING_RUN;

    rdl_sharing.until = until < rdl_sharing.end ? until : rdl_sharing.end;
    if (unlikely(op == RDL_OP_CREATE))
        rdl_sharing.alone = false;
    if (unlikely(op == RDL_OP_FORK))
        rdl_sharing_forks();
}

/* What is known of the granule of [addr, addr + size) if it is one, at the
 * first glance; 0: nothing. */
static RDL_INLINE uint32_t rdl_sharing_granule(uintptr_t addr, size_t size)
{
    const struct rdl_sharing_table *table = rdl_sharing.table;
    uintptr_t page = addr >> RDL_SHARING_PAGE_SHIFT;
    size_t slot = rdl_sharing_slot(page);

    if (unlikely(addr % 8 + size > 8) || unlikely(table->pages[slot] != page))
        return 0;
    return table->granules[slot][addr / 8 % RDL_SHARING_GRANULES];
}

/* May t, whose turn it is, make this plain access without a decision?  If so
 * it is noted; if not, it may be. */
static RDL_INLINE bool rdl_sharing_private(const struct rdl_thread *t,
                                           const volatile void *addr,
                                           size_t size, bool write)
{
    uint32_t granule, mine;

    /* What asks for attention comes before the next step.  A handler may run,
     * and a cancellation strike, between any two accesses. */
    if (unlikely(rdl_steps >= rdl_sharing.until) ||
        unlikely(t->attention | t->in_handler_stack | t->in_handler |
                 t->cancel_anywhere))
        return false;
    granule = rdl_sharing_granule((uintptr_t)addr, size);
    mine = rdl_sharing.execution | (uint32_t)t->tid << RDL_GRANULE_TID_SHIFT;
    if (likely(granule == (mine | RDL_GRANULE_WRITTEN)) ||
        (granule == (mine | RDL_GRANULE_READ) && !write))
        return true;
    return granule != RDL_GRANULE_SHARED &&
           rdl_sharing_note((uintptr_t)addr, size, write) ==
               RDL_SHARING_PRIVATE;
}

/* It is a decision: notes it, if that was not known. */
static inline void rdl_sharing_access(const volatile void *addr, size_t size,
                                      bool write, bool needless)
{
    if (!rdl_sharing.notes ||
        rdl_sharing_granule((uintptr_t)addr, size) == RDL_GRANULE_SHARED)
        return;
    /* Where others are left out, what comes here is a decision for good: the
     * run grew long, or somebody asks for attention. */
    if (rdl_sharing_note((uintptr_t)addr, size, write) != RDL_SHARING_SHARED &&
        needless && rdl_sharing.end == 0)
        rdl_sharing.needless++;
}

#endif
