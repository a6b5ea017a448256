/* classes.h - sizes of small blocks, redzone included: 16 bytes apart up to 1
 * KiB, then four per doubling up to SMALL_LIMIT. */
#ifndef RDL_RUNTIME_HEAP_CLASSES_H
#define RDL_RUNTIME_HEAP_CLASSES_H

#include "runtime/heap/arena.h"

#define FINE_LIMIT 1024
#define N_FINE (FINE_LIMIT / 16)

/* 0 < size <= SMALL_LIMIT */
static inline unsigned class_of(size_t size)
{
    unsigned log;

    if (size <= FINE_LIMIT)
        return (unsigned)((size + 15) / 16 - 1);
    log = 63 - (unsigned)__builtin_clzll(size - 1);
    return N_FINE + (log - 10) * 4 + (unsigned)((size - 1) >> (log - 2) & 3);
}

static inline size_t class_size(unsigned class)
{
    unsigned step = class - N_FINE;

    if (class < N_FINE)
        return (class + 1) * (size_t)16;
    return (size_t)(5 + step % 4) << (8 + step / 4);
}

/* Pages of a span of blocks of this size. */
static inline size_t class_pages(size_t size)
{
    return size <= 1024 ? 4 : size <= 4096 ? 16 : 64;
}

#endif
