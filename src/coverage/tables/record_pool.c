/* record_pool.c - see record_pool.h. */
#include "coverage/tables/record_pool.h"

#include <stdbool.h>
#include <string.h>

#define FIRST_RECORDS 128

void rdl_record_pool_init(struct rdl_record_pool *pool, uint32_t item,
                          const struct rdl_allocator *supply)
{
    *pool = (struct rdl_record_pool){ .item = item, .n = 1, .supply = supply };
}

void rdl_record_pool_clear(struct rdl_record_pool *pool)
{
    pool->n = 1;
    pool->free = 0;
}

static bool pool_grow(struct rdl_record_pool *pool)
{
    uint32_t capacity =
        pool->capacity == 0 ? FIRST_RECORDS : pool->capacity * 2;
    char *records;

    if (capacity < pool->capacity)
        return false;
    records =
        pool->supply->more(pool->supply->owner, (size_t)capacity * pool->item);
    if (records == NULL)
        return false;
    if (pool->capacity > 0)
        memcpy(records, pool->records, (size_t)pool->n * pool->item);
    pool->records = records;
    pool->capacity = capacity;
    return true;
}

uint32_t rdl_record_pool_take(struct rdl_record_pool *pool)
{
    uint32_t at = pool->free;

    if (at != 0) {
        memcpy(&pool->free, rdl_record_pool_at(pool, at), sizeof(pool->free));
        return at;
    }
    if (pool->n >= pool->capacity && !pool_grow(pool))
        return 0;
    return pool->n++;
}

void rdl_record_pool_give(struct rdl_record_pool *pool, uint32_t at)
{
    memcpy(rdl_record_pool_at(pool, at), &pool->free, sizeof(pool->free));
    pool->free = at;
}
