/* wrap_memory.c - memcpy and its relatives, called by instrumented code. */
#include "runtime/memory/wrap.h"
#include "runtime/core/interceptor.h"

#include <string.h>

/* What is copied is what was there when it was read: another thread may write
 * the source before the copy is written.  Longer copies are one step. */
static const void *wrap_memory_copies(char *copy, void *to, const void *from,
                                      size_t n, size_t room, uintptr_t pc)
{
    const bool takes_it = n <= WRAP_TAKEN && rdl_controlled();

    reads(from, n, pc);
    if (takes_it)
        takes(copy, from, n);
    writes(to, n < room ? n : room, pc);
    if (!takes_it)
        rereads(from, n);
    return takes_it ? taken(copy, from) : from;
}

#define COPY(name)                                                             \
    CALL(void *, name, void *to, const void *from, size_t n)                   \
    {                                                                          \
        char copy[WRAP_TAKEN];                                                 \
                                                                               \
        lowers(to, n);                                                         \
        from = wrap_memory_copies(copy, to, from, n, SIZE_MAX, RDL_PC);        \
        return REAL(name)(to, from, n);                                        \
    }                                                                          \
    CALL(void *, __##name##_chk, void *to, const void *from, size_t n,         \
         size_t room)                                                          \
    {                                                                          \
        char copy[WRAP_TAKEN];                                                 \
                                                                               \
        from = wrap_memory_copies(copy, to, from, n, room, RDL_PC);            \
        return REAL(__##name##_chk)(to, from, n, room);                        \
    }

COPY(memcpy)
COPY(memmove)
COPY(mempcpy)

CALL(void *, memset, void *to, int byte, size_t n)
{
    lowers(to, n);
    writes(to, n, RDL_PC);
    return REAL(memset)(to, byte, n);
}

CALL(void *, __memset_chk, void *to, int byte, size_t n, size_t room)
{
    writes(to, n < room ? n : room, RDL_PC);
    return REAL(__memset_chk)(to, byte, n, room);
}

CALL(void, bcopy, const void *from, void *to, size_t n)
{
    char copy[WRAP_TAKEN];

    REAL(bcopy)(wrap_memory_copies(copy, to, from, n, SIZE_MAX, RDL_PC), to, n);
}

CALL(void, bzero, void *to, size_t n)
{
    writes(to, n, RDL_PC);
    REAL(bzero)(to, n);
}

CALL(int, memcmp, const void *a, const void *b, size_t n)
{
    reads(a, n, RDL_PC);
    reads(b, n, RDL_PC);
    rereads(a, n);
    return REAL(memcmp)(a, b, n);
}

CALL(int, bcmp, const void *a, const void *b, size_t n)
{
    reads(a, n, RDL_PC);
    reads(b, n, RDL_PC);
    rereads(a, n);
    return REAL(bcmp)(a, b, n);
}

/* How many bytes it looks at. */
static size_t wrap_memory_until(const char *from, const char *found, size_t n)
{
    return found != NULL ? (size_t)(found - from) + 1 : n;
}

CALL(void *, memchr, const void *from, int byte, size_t n)
{
    SCANS_BYTES(from, wrap_memory_until(from, REAL(memchr)(from, byte, n), n),
                RDL_PC);
    return REAL(memchr)(from, byte, n);
}

CALL(void *, memrchr, const void *from, int byte, size_t n)
{
    reads(from, n, RDL_PC);
    return REAL(memrchr)(from, byte, n);
}

CALL(void *, memmem, const void *in, size_t n, const void *what, size_t size)
{
    reads(what, size, RDL_PC);
    reads(in, n, RDL_PC);
    rereads(what, size);
    return REAL(memmem)(in, n, what, size);
}

/* The compiler's own names for its own copies and fills (clang 15 on). */

void *rdl_hook_memcpy(void *to, const void *from, size_t n);
void *rdl_hook_memcpy(void *to, const void *from, size_t n)
{
    char copy[WRAP_TAKEN];

    from = wrap_memory_copies(copy, to, from, n, SIZE_MAX, RDL_PC);
    return REAL(memcpy)(to, from, n);
}

void *rdl_hook_memmove(void *to, const void *from, size_t n);
void *rdl_hook_memmove(void *to, const void *from, size_t n)
{
    char copy[WRAP_TAKEN];

    from = wrap_memory_copies(copy, to, from, n, SIZE_MAX, RDL_PC);
    return REAL(memmove)(to, from, n);
}

void *rdl_hook_memset(void *to, int byte, size_t n);
void *rdl_hook_memset(void *to, int byte, size_t n)
{
    lowers(to, n);
    writes(to, n, RDL_PC);
    return REAL(memset)(to, byte, n);
}
