/* memory.h - what the files of memory/ share: an access as a step. */
#ifndef RDL_RUNTIME_MEMORY_H
#define RDL_RUNTIME_MEMORY_H

#include "base/hash.h"
#include "runtime/thread.h"
#include "runtime/sched.h"

#include <string.h>

/* Of a range so many bytes at its start and its end enter the hash. */
#define RDL_VALUE_BYTES 64

/* The words of a range as one number.  Pointers are left out, as rdl_value
 * leaves out single ones; so words are those that lie aligned. */
static inline uint64_t rdl_memory_words(const char *from, size_t size,
                                        uint64_t value)
{
    const char *end = from + size;

    while (from < end) {
        size_t n = 8 - (uintptr_t)from % 8;
        uint64_t word = 0;

        if (n == 8 && end - from >= 8) {
            memcpy(&word, from, 8);
        } else {
            n = (size_t)(end - from) < n ? (size_t)(end - from) : n;
            for (size_t i = 0; i < n; i++)
                word = word << 8 | (unsigned char)from[i];
        }
        if (!rdl_looks_like_pointer(word))
            value = rdl_mix(value, word);
        from += n;
    }
    return value;
}

static inline uint64_t rdl_memory_value(const volatile void *addr, size_t size)
{
    const char *from = (const char *)addr;
    uint64_t value = 0;

    if (likely(size <= 8)) {
        memcpy(&value, from, size);
        return value;
    }
    if (size <= 2 * RDL_VALUE_BYTES)
        return rdl_memory_words(from, size, 0) >> 32;
    value = rdl_memory_words(from, RDL_VALUE_BYTES, size);
    return rdl_memory_words(from + size - RDL_VALUE_BYTES, RDL_VALUE_BYTES,
                            value) >>
           32; /* too small for a pointer */
}

/* The calling thread, under control, reads. */
static inline void rdl_memory_read(const volatile void *addr, size_t size,
                                   uintptr_t pc, unsigned flags)
{
    rdl_point_flags(RDL_OP_READ, addr, size, pc, flags);
    rdl_value(rdl_memory_value(addr, size));
}

/* It will write: the value is known at its next hook, before any switch. */
static inline void rdl_memory_write(const volatile void *addr, size_t size,
                                    uintptr_t pc, unsigned flags)
{
    rdl_point_flags(RDL_OP_WRITE, addr, size, pc, flags);
    rdl_self->write_due = (uintptr_t)addr;
    rdl_self->write_size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
}

#endif
