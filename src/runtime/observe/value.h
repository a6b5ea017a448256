/* value.h - the contents of memory as one number for the event hash. */
#ifndef RDL_RUNTIME_OBSERVE_VALUE_H
#define RDL_RUNTIME_OBSERVE_VALUE_H

#include "base/hash.h"
#include "runtime/observe/names.h"

#include <string.h>

/* This many bytes at the start and at the end of a range enter the hash. */
#define RDL_VALUE_BYTES 64

/* The words of a range as one number.  It skips pointers, as rdl_value does;
 * therefore it takes aligned words.  The strings of arguments and environment
 * are at different offsets in every environment and contain no pointers: there
 * words count from the start. */
static inline uint64_t rdl_memory_words(const char *from, size_t size,
                                        uint64_t value)
{
    const char *end = from + size;
    const size_t shift =
        rdl_name_is_initial((uintptr_t)from) ? (uintptr_t)from % 8 : 0;

    while (from < end) {
        size_t n = 8 - ((uintptr_t)from - shift) % 8;
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

static RDL_INLINE uint64_t rdl_memory_value(const volatile void *addr,
                                            size_t size)
{
    const char *from = (const char *)addr;
    uint64_t value = 0;
    uint32_t four;
    uint16_t two;

    /* Often known only at run time.  (A load of eight bytes from a value of
     * which four were just stored would wait for the store.) */
    switch (size) {
    case 1:
        return *(const unsigned char *)from;
    case 2:
        memcpy(&two, from, 2);
        return two;
    case 4:
        memcpy(&four, from, 4);
        return four;
    case 8:
        memcpy(&value, from, 8);
        return value;
    }
    if (size < 8) {
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

#endif
