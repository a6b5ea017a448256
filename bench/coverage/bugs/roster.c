/* roster.c - a sorted list with a lock in each node, walked hand over hand.
 * Who removes a node has the lock of the one before it and not its own: who has
 * that one may just be changing what comes after it, and it is lost.
 *
 * After the question why a fine-grained list locks two nodes to remove one
 * (Herlihy and Shavit, The Art of Multiprocessor Programming, 9.5).
 *
 * CLASS: wrong lock, hand over hand
 * FAILS: assertion
 * CAUSE: roster.c:59 `before->next = n->next;` without the lock of n
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define THREADS 3
#define KEYS 12 /* every third is of the same thread */

static struct node {
    pthread_mutex_t lock;
    int key;
    struct node *next;
} nodes[KEYS], first, last = { .key = INT_MAX };

/* The last one with a lower key; has its lock. */
static struct node *find(int key)
{
    struct node *before = &first;

    pthread_mutex_lock(&before->lock);
    while (before->next->key < key) {
        struct node *n = before->next;

        pthread_mutex_lock(&n->lock);
        pthread_mutex_unlock(&before->lock);
        before = n;
    }
    return before;
}

static void add(int key)
{
    struct node *before = find(key), *n = &nodes[key];

    n->key = key;
    n->next = before->next;
    before->next = n;
    pthread_mutex_unlock(&before->lock);
}

static bool drop(int key)
{
    struct node *before = find(key), *n = before->next;
    bool found = n->key == key;

    if (found)
        before->next = n->next;
    pthread_mutex_unlock(&before->lock);
    return found;
}

static bool contains(int key)
{
    struct node *before = find(key);
    bool found = before->next->key == key;

    pthread_mutex_unlock(&before->lock);
    return found;
}

/* Odd ones come and go, even ones stay. */
static void *member(void *argument)
{
    int me = (int)(long)argument;

    for (int key = me; key < KEYS; key += THREADS)
        add(key);
    for (int key = me; key < KEYS; key += THREADS) {
        if (key % 2 == 1)
            drop(key);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[THREADS];

    first.next = &last;
    pthread_mutex_init(&first.lock, NULL);
    for (int i = 0; i < KEYS; i++)
        pthread_mutex_init(&nodes[i].lock, NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, member, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int key = 0; key < KEYS; key++)
        assert(contains(key) == (key % 2 == 0));
    return 0;
}
