/* record_pool.h - records of one size, by number, all freed at once.
 *
 * Numbers instead of pointers, because the array moves when it grows.  0 is
 * none. */
#ifndef RDL_COVERAGE_TABLES_RECORD_POOL_H
#define RDL_COVERAGE_TABLES_RECORD_POOL_H

#include "coverage/tables/allocator.h"

#include <stdint.h>

struct rdl_record_pool {
    char *records;
    uint32_t item; /* bytes of one; its first uint32_t links free ones */
    uint32_t n;    /* handed out, including free ones */
    uint32_t capacity;
    uint32_t free;
    const struct rdl_allocator *supply;
};

void rdl_record_pool_init(struct rdl_record_pool *pool, uint32_t item,
                          const struct rdl_allocator *supply);
void rdl_record_pool_clear(struct rdl_record_pool *pool);
/* A record, its contents undefined; 0: there is no memory. */
uint32_t rdl_record_pool_take(struct rdl_record_pool *pool);
void rdl_record_pool_give(struct rdl_record_pool *pool, uint32_t at);

static inline void *rdl_record_pool_at(const struct rdl_record_pool *pool,
                                       uint32_t at)
{
    return pool->records + (size_t)at * pool->item;
}

#endif
