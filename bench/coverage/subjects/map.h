/* map.h - a hash map with chains, and the wrapper that makes it safe for
 * threads: a lock for each object, taken by each call, as Java's
 * synchronizedMap does.
 *
 * Nodes come from the map's own pool: what the heap hands out would depend on
 * the schedule.  Calls on two maps lock the one with the smaller number first.
 * Every call locks at lines of its own: the metrics tell locks apart by line.
 */
#ifndef MAP_H
#define MAP_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define MAP_BUCKETS 4
#define MAP_NODES 32
#define MAP_END (-1)

struct map_node {
    int key, value, next;
};

struct map {
    pthread_mutex_t lock;
    int number;
    int size;
    int free; /* first of the chain of unused nodes */
    int bucket[MAP_BUCKETS];
    struct map_node node[MAP_NODES];
};

/* --- Not safe for threads ------------------------------------------------ */

/* The link that points at the key's node, or the chain's end. */
static inline int *map_link(struct map *m, int key)
{
    int *link = &m->bucket[key % MAP_BUCKETS];

    while (*link != MAP_END && m->node[*link].key != key)
        link = &m->node[*link].next;
    return link;
}

static inline void map_set(struct map *m, int key, int value)
{
    int *link = map_link(m, key);

    if (*link != MAP_END) {
        m->node[*link].value = value;
        return;
    }
    int at = m->free;
    assert(at != MAP_END);
    m->free = m->node[at].next;
    m->node[at] = (struct map_node){ key, value, MAP_END };
    *link = at;
    m->size++;
}

static inline bool map_drop(struct map *m, int key)
{
    int *link = map_link(m, key);
    int at = *link;

    if (at == MAP_END)
        return false;
    *link = m->node[at].next;
    m->node[at].next = m->free;
    m->free = at;
    m->size--;
    return true;
}

/* --- Safe for threads ---------------------------------------------------- */

static inline void smap_init(struct map *m, int number, int n)
{
    pthread_mutex_init(&m->lock, NULL);
    m->number = number;
    for (int i = 0; i < MAP_BUCKETS; i++)
        m->bucket[i] = MAP_END;
    for (int i = 0; i < MAP_NODES; i++)
        m->node[i].next = i + 1 < MAP_NODES ? i + 1 : MAP_END;
    for (int i = 0; i < n; i++)
        map_set(m, i, 100 + i);
}

static inline void smap_put(struct map *m, int key, int value)
{
    pthread_mutex_lock(&m->lock);
    map_set(m, key, value);
    pthread_mutex_unlock(&m->lock);
}

static inline int smap_get(struct map *m, int key, int otherwise)
{
    pthread_mutex_lock(&m->lock);
    int at = *map_link(m, key);
    int value = at == MAP_END ? otherwise : m->node[at].value;
    pthread_mutex_unlock(&m->lock);
    return value;
}

static inline bool smap_put_if_absent(struct map *m, int key, int value)
{
    pthread_mutex_lock(&m->lock);
    bool absent = *map_link(m, key) == MAP_END;
    if (absent)
        map_set(m, key, value);
    pthread_mutex_unlock(&m->lock);
    return absent;
}

static inline bool smap_remove(struct map *m, int key)
{
    pthread_mutex_lock(&m->lock);
    bool was = map_drop(m, key);
    pthread_mutex_unlock(&m->lock);
    return was;
}

static inline int smap_size(struct map *m)
{
    pthread_mutex_lock(&m->lock);
    int n = m->size;
    pthread_mutex_unlock(&m->lock);
    return n;
}

static inline void smap_put_all(struct map *to, struct map *from)
{
    struct map *first = to->number < from->number ? to : from;
    struct map *second = first == to ? from : to;

    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    for (int b = 0; b < MAP_BUCKETS; b++) {
        for (int i = from->bucket[b]; i != MAP_END; i = from->node[i].next)
            map_set(to, from->node[i].key, from->node[i].value);
    }
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static inline void smap_remove_all(struct map *to, struct map *from)
{
    struct map *first = to->number < from->number ? to : from;
    struct map *second = first == to ? from : to;

    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    for (int b = 0; b < MAP_BUCKETS; b++) {
        for (int i = from->bucket[b]; i != MAP_END; i = from->node[i].next)
            map_drop(to, from->node[i].key);
    }
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

#endif
