/* libatomic.c - atomic operations that compilers leave to libatomic: types of
 * any size (those of 16 bytes are in atomic.c).
 *
 * They are interposed, not hooked: a call of libatomic is an atomic operation
 * whichever code makes it.  Under control no other thread runs, so a copy is
 * atomic. */
#include "runtime/memory/memory.h"

RDL_REAL(void, __atomic_load, size_t, const void *, void *, int);
RDL_REAL(void, __atomic_store, size_t, void *, void *, int);
RDL_REAL(void, __atomic_exchange, size_t, void *, void *, void *, int);
RDL_REAL(bool, __atomic_compare_exchange, size_t, void *, void *, void *, int,
         int);

/* The compilers know these names and expand them, or refuse to define them; so
 * our C names differ and the assembler sets the real ones. */
#define NAMED(name) __asm__(name)

void general_load(size_t n, const void *a, void *to, int order)
    NAMED("__atomic_load");
void general_store(size_t n, void *a, void *from, int order)
    NAMED("__atomic_store");
void general_exchange(size_t n, void *a, void *from, void *to, int order)
    NAMED("__atomic_exchange");
bool general_compare(size_t n, void *a, void *expected, void *from, int order,
                     int failure) NAMED("__atomic_compare_exchange");

/* The operands that are not atomic. */
static void libatomic_uses(const void *addr, size_t n, bool writes,
                           uintptr_t pc)
{
    rdl_call_touches_late(addr, n, writes, RDL_UNSEEN "an atomic operation",
                          pc);
}

RDL_EXPORT void general_load(size_t n, const void *a, void *to, int order)
{
    if (!rdl_controlled()) {
        REAL(__atomic_load)(n, a, to, order);
        return;
    }
    rdl_point_atomic(RDL_OP_ATOMIC_READ, a, n, RDL_PC, rdl_memory_order(order));
    memcpy(to, a, n);
    rdl_value(rdl_memory_value(a, n));
    libatomic_uses(to, n, /*writes=*/true, RDL_PC);
}

RDL_EXPORT void general_store(size_t n, void *a, void *from, int order)
{
    if (!rdl_controlled()) {
        REAL(__atomic_store)(n, a, from, order);
        return;
    }
    rdl_point_atomic(RDL_OP_ATOMIC_WRITE, a, n, RDL_PC,
                     rdl_memory_order(order));
    memcpy(a, from, n);
    rdl_value(rdl_memory_value(a, n));
    libatomic_uses(from, n, /*writes=*/false, RDL_PC);
}

RDL_EXPORT void general_exchange(size_t n, void *a, void *from, void *to,
                                 int order)
{
    if (!rdl_controlled()) {
        REAL(__atomic_exchange)(n, a, from, to, order);
        return;
    }
    rdl_point_atomic(RDL_OP_RMW, a, n, RDL_PC, rdl_memory_order(order));
    rdl_value(rdl_memory_value(a, n));
    if (memcmp(a, from, n) == 0)
        rdl_failed();
    libatomic_uses(from, n, /*writes=*/false, RDL_PC);
    libatomic_uses(to, n, /*writes=*/true, RDL_PC);
    /* `to` may be `from`. */
    for (size_t i = 0; i < n; i++) {
        char old = ((char *)a)[i];

        ((char *)a)[i] = ((char *)from)[i];
        ((char *)to)[i] = old;
    }
}

RDL_EXPORT bool general_compare(size_t n, void *a, void *expected, void *from,
                                int order, int failure)
{
    if (!rdl_controlled())
        return REAL(__atomic_compare_exchange)(n, a, expected, from, order,
                                               failure);
    rdl_point_atomic(RDL_OP_RMW, a, n, RDL_PC, rdl_memory_order(order));
    rdl_value(rdl_memory_value(a, n));
    libatomic_uses(expected, n, /*writes=*/memcmp(a, expected, n) != 0, RDL_PC);
    libatomic_uses(from, n, /*writes=*/false, RDL_PC);
    if (memcmp(a, expected, n) == 0) {
        memcpy(a, from, n);
        return true;
    }
    rdl_failed_in(rdl_memory_order(failure));
    memcpy(expected, a, n);
    return false;
}
