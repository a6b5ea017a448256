/* pool.c - see pool.h. */
#include "coverage/pool.h"

#include <stdbool.h>
#include <string.h>

#define FIRST_RECORDS 128

void rdl_pool_init(struct rdl_pool *pool, uint32_t item,
                   const struct rdl_supply *supply)
{
    *pool = (struct rdl_pool){ .item = item, .n = 1, .supply = supply };
}

void rdl_pool_clear(struct rdl_pool *pool)
{
    pool->n = 1;
    pool->free = 0;
}

static bool grow(struct rdl_pool *pool)
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

uint32_t rdl_pool_take(struct rdl_pool *pool)
{
    uint32_t at = pool->free;

    if (at != 0) {
        memcpy(&pool->free, rdl_pool_at(pool, at), sizeof(pool->free));
        return at;
    }
    if (pool->n >= pool->capacity && !grow(pool))
        return 0;
    return pool->n++;
}

void rdl_pool_give(struct rdl_pool *pool, uint32_t at)
{
    memcpy(rdl_pool_at(pool, at), &pool->free, sizeof(pool->free));
    pool->free = at;
}
