/* atomic.h - the atomic operations behind the hooks, of every size, as plain
 * inline functions: rdl_atomic<bits>_<operation>.
 *
 * On x86-64 every load acquires, every store releases and every locked
 * instruction is sequentially consistent, so the caller's memory order matters
 * only for stores.  128 bits use cmpxchg16b here: for them the compilers call
 * libatomic, which the target need not be linked with. */
#ifndef RDL_HOOKS_ATOMIC_H
#define RDL_HOOKS_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

typedef unsigned __int128 rdl_uint128;

/* Every size: SIZE(bits, type). */
#define RDL_ATOMIC_SIZES(SIZE)                                                 \
    SIZE(8, uint8_t)                                                           \
    SIZE(16, uint16_t)                                                         \
    SIZE(32, uint32_t)                                                         \
    SIZE(64, uint64_t)                                                         \
    SIZE(128, rdl_uint128)

/* Every fetch_<name> of a size: FETCH(bits, type, name). */
#define RDL_ATOMIC_FETCHES(FETCH, bits, type)                                  \
    FETCH(bits, type, add)                                                     \
    FETCH(bits, type, sub)                                                     \
    FETCH(bits, type, and)                                                     \
    FETCH(bits, type, or)                                                      \
    FETCH(bits, type, xor)                                                     \
    FETCH(bits, type, nand)

#define RDL_ATOMIC_FETCH(bits, type, name)                                     \
    static inline type rdl_atomic##bits##_fetch_##name(volatile type *a,       \
                                                       type v)                 \
    {                                                                          \
        return __atomic_fetch_##name(a, v, __ATOMIC_SEQ_CST);                  \
    }

#define RDL_ATOMIC_BASIC(bits, type)                                           \
    static inline type rdl_atomic##bits##_load(const volatile type *a)         \
    {                                                                          \
        return __atomic_load_n(a, __ATOMIC_SEQ_CST);                           \
    }                                                                          \
    static inline void rdl_atomic##bits##_store(volatile type *a, type v,      \
                                                int order)                     \
    {                                                                          \
        if (order == __ATOMIC_SEQ_CST)                                         \
            __atomic_store_n(a, v, __ATOMIC_SEQ_CST);                          \
        else                                                                   \
            __atomic_store_n(a, v, __ATOMIC_RELEASE);                          \
    }                                                                          \
    static inline type rdl_atomic##bits##_exchange(volatile type *a, type v)   \
    {                                                                          \
        return __atomic_exchange_n(a, v, __ATOMIC_SEQ_CST);                    \
    }                                                                          \
    /* On failure *c becomes the current value. */                             \
    static inline bool rdl_atomic##bits##_compare(volatile type *a, type *c,   \
                                                  type v)                      \
    {                                                                          \
        return __atomic_compare_exchange_n(a, c, v, false, __ATOMIC_SEQ_CST,   \
                                           __ATOMIC_SEQ_CST);                  \
    }                                                                          \
    RDL_ATOMIC_FETCHES(RDL_ATOMIC_FETCH, bits, type)

RDL_ATOMIC_BASIC(8, uint8_t)
RDL_ATOMIC_BASIC(16, uint16_t)
RDL_ATOMIC_BASIC(32, uint32_t)
RDL_ATOMIC_BASIC(64, uint64_t)

static inline bool rdl_atomic128_compare(volatile rdl_uint128 *a,
                                         rdl_uint128 *c, rdl_uint128 v)
{
    uint64_t low = (uint64_t)*c, high = (uint64_t)(*c >> 64);
    bool done;

    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(done), "+m"(*a), "+a"(low), "+d"(high)
                     : "b"((uint64_t)v), "c"((uint64_t)(v >> 64))
                     : "memory");
    *c = (rdl_uint128)high << 64 | low;
    return done;
}

static inline rdl_uint128 rdl_atomic128_load(const volatile rdl_uint128 *a)
{
    rdl_uint128 seen = 0;

    /* Writes back the value it finds.  So the variable must be writable, as for
     * libatomic. */
    rdl_atomic128_compare((volatile rdl_uint128 *)a, &seen, 0);
    return seen;
}

static inline rdl_uint128 rdl_atomic128_exchange(volatile rdl_uint128 *a,
                                                 rdl_uint128 v)
{
    rdl_uint128 seen = 0;

    while (!rdl_atomic128_compare(a, &seen, v))
        ;
    return seen;
}

static inline void rdl_atomic128_store(volatile rdl_uint128 *a, rdl_uint128 v,
                                       int order)
{
    (void)order;
    rdl_atomic128_exchange(a, v);
}

#define RDL_ATOMIC_FETCH128(name, result)                                      \
    static inline rdl_uint128 rdl_atomic128_fetch_##name(                      \
        volatile rdl_uint128 *a, rdl_uint128 v)                                \
    {                                                                          \
        rdl_uint128 seen = 0;                                                  \
                                                                               \
        while (!rdl_atomic128_compare(a, &seen, result))                       \
            ;                                                                  \
        return seen;                                                           \
    }

RDL_ATOMIC_FETCH128(add, seen + v)
RDL_ATOMIC_FETCH128(sub, seen - v)
RDL_ATOMIC_FETCH128(and, (seen) & (v))
RDL_ATOMIC_FETCH128(or, seen | v)
RDL_ATOMIC_FETCH128(xor, seen ^ v)
RDL_ATOMIC_FETCH128(nand, ~((seen) & (v)))

#endif
