/* hash.c - see hash.h.
 *   raddle gen hash.h --with hash.c --pkg glib-2.0 */
#include "hash.h"

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>

struct hash {
    pthread_mutex_t lock;
    GHashTable *table;
};

struct hash *hash_new(void)
{
    struct hash *h = calloc(1, sizeof(*h));

    pthread_mutex_init(&h->lock, NULL);
    h->table = g_hash_table_new(NULL, NULL);
    return h;
}

void hash_free(struct hash *h)
{
    g_hash_table_destroy(h->table);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

int hash_put(struct hash *h, int key, int value)
{
    int is_new;

    pthread_mutex_lock(&h->lock);
    is_new = g_hash_table_insert(h->table, GINT_TO_POINTER(key),
                                 GINT_TO_POINTER(value));
    pthread_mutex_unlock(&h->lock);
    return is_new;
}

static int find(struct hash *h, int key)
{
    gpointer value;

    if (!g_hash_table_lookup_extended(h->table, GINT_TO_POINTER(key), NULL,
                                      &value))
        return -1;
    return GPOINTER_TO_INT(value);
}

int hash_get(struct hash *h, int key)
{
    int value;

    pthread_mutex_lock(&h->lock);
    value = find(h, key);
    pthread_mutex_unlock(&h->lock);
    return value;
}

int hash_remove(struct hash *h, int key)
{
    int was;

    pthread_mutex_lock(&h->lock);
    was = g_hash_table_remove(h->table, GINT_TO_POINTER(key));
    pthread_mutex_unlock(&h->lock);
    return was;
}

int hash_put_first(struct hash *h, int key, int value)
{
    int is;

    pthread_mutex_lock(&h->lock);
    is = find(h, key);
    if (is < 0) {
        g_hash_table_insert(h->table, GINT_TO_POINTER(key),
                            GINT_TO_POINTER(value));
        is = value;
    }
    pthread_mutex_unlock(&h->lock);
    return is;
}

int hash_size(struct hash *h)
{
    int n;

    pthread_mutex_lock(&h->lock);
    n = (int)g_hash_table_size(h->table);
    pthread_mutex_unlock(&h->lock);
    return n;
}

void hash_clear(struct hash *h)
{
    pthread_mutex_lock(&h->lock);
    g_hash_table_remove_all(h->table);
    pthread_mutex_unlock(&h->lock);
}
