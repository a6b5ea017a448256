/* plain.c - what the entries do in a program that runs without raddle: the
 * operation that the compiler would have emitted.  No libc: the target may be
 * linked without it. */
#include "hooks/atomic.h"
#include "hooks/hooks.h"

#define PLAIN_FETCH(bits, type, name)                                          \
    type rdl_plain_atomic##bits##_fetch_##name(volatile type *a, type v,       \
                                               int order);                     \
    type rdl_plain_atomic##bits##_fetch_##name(volatile type *a, type v,       \
                                               int order)                      \
    {                                                                          \
        (void)order;                                                           \
        return rdl_atomic##bits##_fetch_##name(a, v);                          \
    }

#define PLAIN_COMPARE(bits, type, strength)                                    \
    int rdl_plain_atomic##bits##_compare_exchange_##strength(                  \
        volatile type *a, type *c, type v, int order, int failure);            \
    int rdl_plain_atomic##bits##_compare_exchange_##strength(                  \
        volatile type *a, type *c, type v, int order, int failure)             \
    {                                                                          \
        type seen = *c;                                                        \
        bool done = rdl_atomic##bits##_compare(a, &seen, v);                   \
                                                                               \
        (void)order, (void)failure;                                            \
        if (!done)                                                             \
            *c = seen;                                                         \
        return done;                                                           \
    }

#define PLAIN_ATOMIC(bits, type)                                               \
    type rdl_plain_atomic##bits##_load(const volatile type *a, int order);     \
    type rdl_plain_atomic##bits##_load(const volatile type *a, int order)      \
    {                                                                          \
        (void)order;                                                           \
        return rdl_atomic##bits##_load(a);                                     \
    }                                                                          \
    void rdl_plain_atomic##bits##_store(volatile type *a, type v, int order);  \
    void rdl_plain_atomic##bits##_store(volatile type *a, type v, int order)   \
    {                                                                          \
        rdl_atomic##bits##_store(a, v, order);                                 \
    }                                                                          \
    type rdl_plain_atomic##bits##_exchange(volatile type *a, type v,           \
                                           int order);                         \
    type rdl_plain_atomic##bits##_exchange(volatile type *a, type v,           \
                                           int order)                          \
    {                                                                          \
        (void)order;                                                           \
        return rdl_atomic##bits##_exchange(a, v);                              \
    }                                                                          \
    type rdl_plain_atomic##bits##_compare_exchange_val(                        \
        volatile type *a, type c, type v, int order, int failure);             \
    type rdl_plain_atomic##bits##_compare_exchange_val(                        \
        volatile type *a, type c, type v, int order, int failure)              \
    {                                                                          \
        (void)order, (void)failure;                                            \
        rdl_atomic##bits##_compare(a, &c, v);                                  \
        return c;                                                              \
    }                                                                          \
    PLAIN_COMPARE(bits, type, strong)                                          \
    PLAIN_COMPARE(bits, type, weak)                                            \
    RDL_ATOMIC_FETCHES(PLAIN_FETCH, bits, type)

RDL_ATOMIC_SIZES(PLAIN_ATOMIC)

void rdl_plain_atomic_thread_fence(int order);
void rdl_plain_atomic_thread_fence(int order)
{
    if (order == __ATOMIC_SEQ_CST)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    else
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

void rdl_plain_atomic_signal_fence(int order);
void rdl_plain_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* A string instruction: the compiler would turn a loop into a call. */
static void *plain_copy(void *to, const void *from, size_t n)
{
    void *result = to;

    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
    return result;
}

void *rdl_plain_memcpy(void *to, const void *from, size_t n);
void *rdl_plain_memcpy(void *to, const void *from, size_t n)
{
    return plain_copy(to, from, n);
}

void *rdl_plain_memmove(void *to, const void *from, size_t n);
void *rdl_plain_memmove(void *to, const void *from, size_t n)
{
    char *last = (char *)to + n - 1;
    const char *from_last = (const char *)from + n - 1;

    if ((uintptr_t)to - (uintptr_t)from >= n)
        return plain_copy(to, from, n);
    __asm__ volatile("std\n\trep movsb\n\tcld"
                     : "+D"(last), "+S"(from_last), "+c"(n)
                     :
                     : "memory");
    return to;
}

void *rdl_plain_memset(void *to, int byte, size_t n);
void *rdl_plain_memset(void *to, int byte, size_t n)
{
    void *result = to;

    __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(byte) : "memory");
    return result;
}
