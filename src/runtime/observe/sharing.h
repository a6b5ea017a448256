/* sharing.h - learns which memory threads share.  A plain access to memory that
 * one thread alone uses, or that all threads only read, needs no decision.
 *
 * The table is learnt over many executions, for each aligned 8 bytes (a
 * granule); sharing.c explains how, and why this hides no schedule.  Such an
 * access is still a step: recorded, hashed and counted, so that a schedule
 * means the same whatever was learnt.  Only the strategy is not asked.
 *
 * Nothing is learnt under isolation exec (the table would not survive), in a
 * replay (the strategy is not asked anyway), in an execution that is to end at
 * a warning (what threads are about to do must not depend on what was learnt),
 * and with RDL_CFG_NO_LEARN. */
#ifndef RDL_RUNTIME_OBSERVE_SHARING_H
#define RDL_RUNTIME_OBSERVE_SHARING_H

#include "runtime/core/thread.h"

/* After this many steps without a decision there is one in any case. */
#define RDL_SHARING_RUN 1024

#define RDL_SHARING_PAGE_SHIFT 13
#define RDL_SHARING_GRANULES                                                   \
    (1 << (RDL_SHARING_PAGE_SHIFT - 3)) /* a page's                            \
                                         */
#define RDL_SHARING_SLOTS 65536

/* Lives longer than an execution: mapped as shared memory, so that a rewind
 * does not restore it and a child does not get a copy. */
struct rdl_sharing_table {
    uint64_t executions; /* number of executions that learnt */
    /* Most decisions of an execution that leaves some out. */
    uint64_t longest;
    uint32_t n_pages;
    bool off; /* a child saw all memory: see rdl_sharing_forks */
    /* A hash table of page numbers with linear probing; 0: free. */
    uint64_t pages[RDL_SHARING_SLOTS];
    uint32_t granules[RDL_SHARING_SLOTS][RDL_SHARING_GRANULES]
        __attribute__((aligned(4096)));
};

/* A granule: the number of the latest execution that accessed it, the thread,
 * and how.  The number wraps after a million executions, which can only make
 * private memory look shared. */
enum rdl_granule {
    RDL_GRANULE_READ,    /* by one thread */
    RDL_GRANULE_WRITTEN, /* by one thread */
    RDL_GRANULE_SEVERAL, /* read by several threads, written by none */
    RDL_GRANULE_FREED,   /* the next access is an error */
};
#define RDL_GRANULE_TID_SHIFT 2
#define RDL_GRANULE_EXECUTION_SHIFT 12
/* Shared in some execution, hence always. */
#define RDL_GRANULE_SHARED UINT32_MAX

_Static_assert(RDL_GRANULE_FREED < 1 << RDL_GRANULE_TID_SHIFT,
               "how it was touched lies below the thread");
_Static_assert(RDL_MAX_THREADS <=
                   1 << (RDL_GRANULE_EXECUTION_SHIFT - RDL_GRANULE_TID_SHIFT),
               "and the thread below the execution");

struct rdl_sharing {
    struct rdl_sharing_table *table; /* NULL: nothing is learnt */
    uint64_t until;     /* from this step on every access is a decision */
    uint64_t end;       /* upper limit of `until`; 0: all are decisions */
    uint64_t needless;  /* decisions here that other executions leave out */
    uint32_t execution; /* its number, as in a granule */
    bool notes;         /* this execution learns */
    bool alone;         /* no thread has been created yet */
    bool all;           /* what is touched is noted wherever it lies: the
                         * execution explores */
    bool learnt;        /* in this execution some memory became shared */
};

extern struct rdl_sharing rdl_sharing RDL_HIDDEN;

/* In the process that will run many executions, before the first. */
void rdl_sharing_open(void);
/* Is its table in the mapping [start, end)? */
static inline bool rdl_sharing_lies_in(uintptr_t start, uintptr_t end)
{
    return (uintptr_t)rdl_sharing.table - start < end - start;
}
void rdl_sharing_begin(uint64_t execution);
/* The execution is over. */
void rdl_sharing_end(void);
/* In a child that the target forked: stop learning and leave no decision
 * out. */
void rdl_sharing_stop(void);
/* The target forks. */
void rdl_sharing_forks(void);

/* How many decisions this execution may have, for a strategy; `most` is the
 * maximum that the driver has seen so far. */
uint64_t rdl_sharing_expected(uint64_t most);

enum rdl_sharing_kind {
    RDL_SHARING_PRIVATE,
    RDL_SHARING_NEW, /* never accessed: may not even be mapped */
    RDL_SHARING_SHARED
};

/* The calling thread accesses [addr, addr + size): notes it and returns whether
 * the access may conflict with another thread's.  Requires `notes`. */
enum rdl_sharing_kind rdl_sharing_note(uintptr_t addr, size_t size, bool write);
/* The calling thread, or the kernel on its behalf, accesses memory during
 * another step; may be called at any time.  Ignores descriptors and other small
 * numbers, which are not addresses. */
void rdl_sharing_touch(const volatile void *addr, size_t size, bool write);
/* Is any of these granules known to be shared? */
bool rdl_sharing_any(uintptr_t addr, size_t size);
/* All granules that are known to be shared: their number, and the addresses of
 * the first `most`. */
size_t rdl_sharing_known(uint64_t *addresses, size_t most);
/* The granule is shared; requires `notes`. */
void rdl_sharing_know(uintptr_t addr);
/* Is the table full?  What arrives later is not learnt. */
bool rdl_sharing_full(void);
/* A block of the heap is freed, or allocated. */
void rdl_sharing_freed(const void *block, size_t size);
void rdl_sharing_fresh(const void *block, size_t size);

static inline size_t rdl_sharing_slot(uint64_t page)
{
    _Static_assert(RDL_SHARING_SLOTS == 1 << (64 - 48), "one for each hash");
    return page * UINT64_C(0x9e3779b97f4a7c15) >> 48;
}

/* A decision was made, and a thread continues with `op`. */
static inline void rdl_sharing_decided(enum rdl_op op)
{
    uint64_t until = rdl_steps + RDL_SHARING_RUN;

    rdl_sharing.until = until < rdl_sharing.end ? until : rdl_sharing.end;
    if (unlikely(op == RDL_OP_CREATE))
        rdl_sharing.alone = false;
    if (unlikely(op == RDL_OP_FORK))
        rdl_sharing_forks();
}

/* What the table has for the granule of [addr, addr + size), if the range is
 * one granule and the first slot has its page; 0: nothing. */
static RDL_INLINE uint32_t rdl_sharing_granule(uintptr_t addr, size_t size)
{
    const struct rdl_sharing_table *table = rdl_sharing.table;
    uintptr_t page = addr >> RDL_SHARING_PAGE_SHIFT;
    size_t slot = rdl_sharing_slot(page);

    if (unlikely(addr % 8 + size > 8) || unlikely(table->pages[slot] != page))
        return 0;
    return table->granules[slot][addr / 8 % RDL_SHARING_GRANULES];
}

/* May t, which has the turn, make this plain access without a decision?  If so
 * it is noted; if not, it may be. */
static RDL_INLINE bool rdl_sharing_private(const struct rdl_thread *t,
                                           const volatile void *addr,
                                           size_t size, bool write)
{
    uint32_t granule, mine;

    /* What needs attention precedes the next step: a handler may run, or a
     * cancellation take effect, between any two accesses. */
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

/* The access is a decision: notes it, unless that is already known. */
static inline void rdl_sharing_access(const volatile void *addr, size_t size,
                                      bool write, bool needless)
{
    if (!rdl_sharing.notes ||
        rdl_sharing_granule((uintptr_t)addr, size) == RDL_GRANULE_SHARED)
        return;
    /* In executions that leave decisions out, one that reaches this point is
     * needed: the run grew long, or something needs attention. */
    if (rdl_sharing_note((uintptr_t)addr, size, write) != RDL_SHARING_SHARED &&
        needless && rdl_sharing.end == 0)
        rdl_sharing.needless++;
}

#endif
