/* atomic.c - atomic operations of all sizes, and fences.
 *
 * A scheduling point, then the operation itself with real atomics, because it
 * is also called where nothing is under control.  Threads run one at a time, so
 * every execution is sequentially consistent whatever the memory orders; the
 * events carry the orders for those who examine the execution. */
#include "hooks/atomic.h"
#include "runtime/core/interceptor.h"
#include "runtime/explore/exploring.h"
#include "runtime/memory/memory.h"

/* What a step read or wrote, of any size, as a value of the event. */
#define VALUE(v)                                                               \
    (sizeof(v) <= 8 ? (uint64_t)(v)                                            \
                    : rdl_memory_value(&(__typeof__(v)){ v }, sizeof(v)))

/* An operation that leaves the variable unchanged counts as a read: spinning on
 * an exchange or a fetch_or has no effect until another thread steps. */
#define TELL(old, new)                                                         \
    do {                                                                       \
        rdl_value(VALUE(old));                                                 \
        if ((old) == (new))                                                    \
            rdl_failed();                                                      \
    } while (0)

#define FETCH(bits, type, name)                                                \
    type rdl_hook_atomic##bits##_fetch_##name(volatile type *a, type v,        \
                                              int order);                      \
    type rdl_hook_atomic##bits##_fetch_##name(volatile type *a, type v,        \
                                              int order)                       \
    {                                                                          \
        type old;                                                              \
                                                                               \
        if (unlikely(!rdl_point_atomic(RDL_OP_RMW, a, sizeof(type), RDL_PC,    \
                                       rdl_memory_order(order))))              \
            return rdl_atomic##bits##_fetch_##name(a, v);                      \
        old = rdl_atomic##bits##_fetch_##name(a, v);                           \
        TELL(old, *a);                                                         \
        return old;                                                            \
    }

/* Threads may share what it compares with.  Whether it writes there depends on
 * both variables: for exploration it always does. */
static inline bool atomic_compared(bool done, const void *expected, size_t size)
{
    if (unlikely(rdl_exploring))
        rdl_call_touches(expected, size, /*writes=*/true);
    return done;
}

/* Sets *a to v if it equals *c; otherwise copies *a to *c.  A weak one may fail
 * although they are equal, if the strategy chooses so. */
#define COMPARE(bits, type)                                                    \
    static bool compare##bits(volatile type *a, type *c, type v, bool weak,    \
                              int order, int failure, uintptr_t pc)            \
    {                                                                          \
        bool controlled, done;                                                 \
        type expected, seen;                                                   \
                                                                               \
        if (likely(rdl_controlled()))                                          \
            rdl_self->expected = c;                                            \
        controlled = rdl_point_atomic(RDL_OP_RMW, a, sizeof(type), pc,         \
                                      rdl_memory_order(order));                \
        expected = seen = *c; /* in this step, and so is its change */         \
        if (weak && controlled && rdl_atomic##bits##_load(a) == seen &&        \
            rdl_choose(RDL_CHOOSE_WEAK, 2) != 0) {                             \
            rdl_value(VALUE(seen));                                            \
            rdl_failed_in(rdl_memory_order(failure));                          \
            rdl_sched_compared();                                              \
            return false;                                                      \
        }                                                                      \
        done = rdl_atomic##bits##_compare(a, &seen, v);                        \
        if (likely(controlled)) {                                              \
            rdl_value(VALUE(seen));                                            \
            if (!done)                                                         \
                rdl_failed_in(rdl_memory_order(failure));                      \
            rdl_sched_compared();                                              \
            if (unlikely(rdl_exploring))                                       \
                rdl_exploring_compared(c, sizeof(*c), (uint64_t)expected);     \
        }                                                                      \
        if (!done)                                                             \
            *c = seen;                                                         \
        return done;                                                           \
    }                                                                          \
    int rdl_hook_atomic##bits##_compare_exchange_strong(                       \
        volatile type *a, type *c, type v, int order, int failure);            \
    int rdl_hook_atomic##bits##_compare_exchange_strong(                       \
        volatile type *a, type *c, type v, int order, int failure)             \
    {                                                                          \
        return atomic_compared(                                                \
            compare##bits(a, c, v, false, order, failure, RDL_PC), c,          \
            sizeof(type));                                                     \
    }                                                                          \
    int rdl_hook_atomic##bits##_compare_exchange_weak(                         \
        volatile type *a, type *c, type v, int order, int failure);            \
    int rdl_hook_atomic##bits##_compare_exchange_weak(                         \
        volatile type *a, type *c, type v, int order, int failure)             \
    {                                                                          \
        return atomic_compared(                                                \
            compare##bits(a, c, v, true, order, failure, RDL_PC), c,           \
            sizeof(type));                                                     \
    }                                                                          \
    /* clang uses it for both strengths; success shows in the result being     \
     * what was expected, so it cannot fail without reason. */                 \
    type rdl_hook_atomic##bits##_compare_exchange_val(                         \
        volatile type *a, type c, type v, int order, int failure);             \
    type rdl_hook_atomic##bits##_compare_exchange_val(                         \
        volatile type *a, type c, type v, int order, int failure)              \
    {                                                                          \
        compare##bits(a, &c, v, false, order, failure, RDL_PC);                \
        return c;                                                              \
    }

#define ATOMIC(bits, type)                                                     \
    type rdl_hook_atomic##bits##_load(const volatile type *a, int order);      \
    type rdl_hook_atomic##bits##_load(const volatile type *a, int order)       \
    {                                                                          \
        const bool controlled =                                                \
            rdl_point_atomic(RDL_OP_ATOMIC_READ, a, sizeof(type), RDL_PC,      \
                             rdl_memory_order(order));                         \
        const type v = rdl_atomic##bits##_load(a);                             \
                                                                               \
        if (likely(controlled))                                                \
            rdl_value(VALUE(v));                                               \
        return v;                                                              \
    }                                                                          \
    void rdl_hook_atomic##bits##_store(volatile type *a, type v, int order);   \
    void rdl_hook_atomic##bits##_store(volatile type *a, type v, int order)    \
    {                                                                          \
        if (likely(rdl_point_atomic(RDL_OP_ATOMIC_WRITE, a, sizeof(type),      \
                                    RDL_PC, rdl_memory_order(order))))         \
            rdl_value(VALUE(v));                                               \
        rdl_atomic##bits##_store(a, v, order);                                 \
    }                                                                          \
    type rdl_hook_atomic##bits##_exchange(volatile type *a, type v,            \
                                          int order);                          \
    type rdl_hook_atomic##bits##_exchange(volatile type *a, type v, int order) \
    {                                                                          \
        type old;                                                              \
                                                                               \
        if (unlikely(!rdl_point_atomic(RDL_OP_RMW, a, sizeof(type), RDL_PC,    \
                                       rdl_memory_order(order))))              \
            return rdl_atomic##bits##_exchange(a, v);                          \
        old = rdl_atomic##bits##_exchange(a, v);                               \
        TELL(old, v);                                                          \
        return old;                                                            \
    }                                                                          \
    COMPARE(bits, type)                                                        \
    RDL_ATOMIC_FETCHES(FETCH, bits, type)

RDL_ATOMIC_SIZES(ATOMIC)

/* clang calls libatomic for 16 bytes unless it may use cmpxchg16b (-mcx16): the
 * same operations under other names. */
#define LIBATOMIC(name, hook)                                                  \
    extern __typeof__(rdl_hook_atomic128_##hook) libatomic_##hook __asm__(     \
        "__atomic_" name "_16")                                                \
        __attribute__((alias("rdl_hook_atomic128_" #hook),                     \
                       visibility("default")))

LIBATOMIC("load", load);
LIBATOMIC("store", store);
LIBATOMIC("exchange", exchange);
LIBATOMIC("compare_exchange", compare_exchange_strong);
LIBATOMIC("fetch_add", fetch_add);
LIBATOMIC("fetch_sub", fetch_sub);
LIBATOMIC("fetch_and", fetch_and);
LIBATOMIC("fetch_or", fetch_or);
LIBATOMIC("fetch_xor", fetch_xor);
LIBATOMIC("fetch_nand", fetch_nand);

void rdl_hook_atomic_thread_fence(int order);
void rdl_hook_atomic_thread_fence(int order)
{
    rdl_point_atomic(RDL_OP_FENCE, NULL, 0, RDL_PC, rdl_memory_order(order));
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/* Binds the compiler only. */
void rdl_hook_atomic_signal_fence(int order);
void rdl_hook_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
