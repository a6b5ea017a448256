/* memory.h - shared by the files of memory/: an access as a step. */
#ifndef RDL_RUNTIME_MEMORY_MEMORY_H
#define RDL_RUNTIME_MEMORY_MEMORY_H

#include "runtime/memory/struct_copy.h"
#include "runtime/heap/heap.h"
#include "runtime/sched/noise.h"
#include "runtime/sched/sched.h"
#include "runtime/observe/sharing.h"
#include "runtime/observe/log.h"
#include "runtime/observe/tap.h"
#include "runtime/observe/value.h"

/* The memory order that a compiler passes: an __ATOMIC_ constant, perhaps with
 * processor hints in higher bits. */
static inline enum rdl_order rdl_memory_order(int order)
{
    order &= 0xff;
    return order <= __ATOMIC_SEQ_CST
               ? (enum rdl_order)(__ATOMIC_SEQ_CST - order)
               : RDL_ORDER_SEQ_CST;
}
_Static_assert(__ATOMIC_SEQ_CST - __ATOMIC_RELAXED == RDL_ORDER_RELAXED &&
                   __ATOMIC_SEQ_CST - __ATOMIC_CONSUME == RDL_ORDER_CONSUME &&
                   __ATOMIC_SEQ_CST - __ATOMIC_ACQUIRE == RDL_ORDER_ACQUIRE &&
                   __ATOMIC_SEQ_CST - __ATOMIC_RELEASE == RDL_ORDER_RELEASE &&
                   __ATOMIC_SEQ_CST - __ATOMIC_ACQ_REL == RDL_ORDER_ACQ_REL,
               "rdl_memory_order");

/* An access of a thread that is not under control. */
static RDL_INLINE void rdl_memory_free(enum rdl_op op,
                                       const volatile void *addr, size_t size,
                                       uintptr_t pc)
{
    if (unlikely(rdl_runs_free))
        rdl_noise_point(op, addr, size, pc);
}

/* The step of a plain access; the caller makes the access afterwards. */
static RDL_INLINE struct rdl_event *rdl_memory_point(enum rdl_op op,
                                                     const volatile void *addr,
                                                     size_t size, uintptr_t pc,
                                                     unsigned flags)
{
    if (flags == 0 &&
        rdl_sharing_private(rdl_self, addr, size, op == RDL_OP_WRITE))
        return rdl_point_private(op, addr, size, pc);
    return rdl_point_access(op, addr, size, pc, flags);
}

/* The calling thread, under control, reads. */
static RDL_INLINE void rdl_memory_read(const volatile void *addr, size_t size,
                                       uintptr_t pc, unsigned flags)
{
    struct rdl_thread *t = rdl_self;
    const uintptr_t to = t->write_due;
    const bool copies = to != 0 && t->write_size == size &&
                        pc - rdl_sched.last[t->tid].pc < RDL_COPYING_MOST &&
                        rdl_struct_copy_code(rdl_sched.last[t->tid].pc, pc);
    struct rdl_event *e;

    if (copies)
        t->write_due = 0;
    e = rdl_memory_point(RDL_OP_READ, addr, size, pc, flags);
    /* The write is in this step, not in the one that announced it. */
    if (unlikely(copies))
        rdl_tap_touched((const void *)to, size, /*writes=*/true);
    rdl_heap_check(addr, size, /*writes=*/false, pc);
    e->value = rdl_memory_value(addr, size);
    e->flags |= RDL_EV_VALUE;
    rdl_log_value(e->value);
}

/* The calling thread will write: the runtime reads the value at the next hook,
 * before any switch. */
static RDL_INLINE void rdl_memory_write(const volatile void *addr, size_t size,
                                        uintptr_t pc, unsigned flags)
{
    struct rdl_thread *t = rdl_self;

    rdl_memory_point(RDL_OP_WRITE, addr, size, pc, flags);
    rdl_heap_check(addr, size, /*writes=*/true, pc);
    t->write_due = (uintptr_t)addr;
    t->write_size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

#endif
