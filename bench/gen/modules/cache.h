/* cache.h - see cache.c. */
#ifndef CACHE_H
#define CACHE_H

struct cache;

struct cache *cache_new(void);
void cache_free(struct cache *x);
/* How often the entry was made. */
int cache_get(struct cache *x, unsigned key);
int cache_drop(struct cache *x, unsigned key);

#endif
