/* list.h - an array list, and the wrapper that makes it safe for threads: a
 * lock for each object, taken by each call, as Java's synchronizedList does.
 *
 * Calls on two lists lock both, the one with the smaller number first, so that
 * they cannot wait for each other: `number` differs from list to list.
 * contains_all() copies the other list first and holds one lock at a time.
 * Every call locks at lines of its own: the metrics tell locks apart by line.
 */
#ifndef LIST_H
#define LIST_H

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>

#define LIST_ROOM 32

struct list {
    pthread_mutex_t lock;
    int number;
    int size;
    int item[LIST_ROOM];
};

/* --- Not safe for threads ------------------------------------------------ */

static inline int list_find(const struct list *l, int value)
{
    for (int i = 0; i < l->size; i++) {
        if (l->item[i] == value)
            return i;
    }
    return -1;
}

static inline void list_append(struct list *l, int value)
{
    assert(l->size < LIST_ROOM);
    l->item[l->size] = value;
    l->size++;
}

static inline bool list_drop(struct list *l, int value)
{
    int at = list_find(l, value);

    if (at < 0)
        return false;
    l->size--;
    for (int i = at; i < l->size; i++)
        l->item[i] = l->item[i + 1];
    return true;
}

/* --- Safe for threads ---------------------------------------------------- */

static inline void slist_init(struct list *l, int number, int n)
{
    pthread_mutex_init(&l->lock, NULL);
    l->number = number;
    l->size = 0;
    for (int i = 0; i < n; i++)
        list_append(l, i);
}

static inline void slist_add(struct list *l, int value)
{
    pthread_mutex_lock(&l->lock);
    list_append(l, value);
    pthread_mutex_unlock(&l->lock);
}

static inline bool slist_remove(struct list *l, int value)
{
    pthread_mutex_lock(&l->lock);
    bool was = list_drop(l, value);
    pthread_mutex_unlock(&l->lock);
    return was;
}

static inline bool slist_contains(struct list *l, int value)
{
    pthread_mutex_lock(&l->lock);
    bool is = list_find(l, value) >= 0;
    pthread_mutex_unlock(&l->lock);
    return is;
}

static inline int slist_size(struct list *l)
{
    pthread_mutex_lock(&l->lock);
    int n = l->size;
    pthread_mutex_unlock(&l->lock);
    return n;
}

static inline void slist_clear(struct list *l)
{
    pthread_mutex_lock(&l->lock);
    l->size = 0;
    pthread_mutex_unlock(&l->lock);
}

static inline void slist_add_all(struct list *to, struct list *from)
{
    struct list *first = to->number < from->number ? to : from;
    struct list *second = first == to ? from : to;

    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    for (int i = 0; i < from->size; i++) {
        if (list_find(to, from->item[i]) < 0)
            list_append(to, from->item[i]);
    }
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static inline void slist_remove_all(struct list *to, struct list *from)
{
    struct list *first = to->number < from->number ? to : from;
    struct list *second = first == to ? from : to;

    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    for (int i = 0; i < from->size; i++)
        list_drop(to, from->item[i]);
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static inline bool slist_contains_all(struct list *l, struct list *other)
{
    int wanted[LIST_ROOM], n;
    bool all = true;

    pthread_mutex_lock(&other->lock);
    n = other->size;
    memcpy(wanted, other->item, sizeof(wanted[0]) * (size_t)n);
    pthread_mutex_unlock(&other->lock);

    pthread_mutex_lock(&l->lock);
    for (int i = 0; i < n && all; i++)
        all = list_find(l, wanted[i]) >= 0;
    pthread_mutex_unlock(&l->lock);
    return all;
}

#endif
