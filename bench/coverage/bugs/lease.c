/* lease.c - a cache of pages with counted references: who gives one back
 * counts down and then looks whether nobody is left, in two steps.  Two who
 * leave together both see nought, and the page is thrown away twice.
 *
 * After Apache httpd's bug 21287 (mod_mem_cache, decrement_refcount).
 *
 * CLASS: atomicity, decrement and test
 * FAILS: assertion
 * CAUSE: lease.c:40 `p->references--;` gives back
 * CAUSE: lease.c:41 `if (p->references == 0 && p->doomed)` looks again
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define PAGES 2
#define CLIENTS 2

static struct page {
    atomic_int references, hits;
    atomic_bool doomed, stored;
} slab[PAGES];
static struct page *table[PAGES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct page *borrow(int i)
{
    pthread_mutex_lock(&lock);
    struct page *p = table[i];
    if (p != NULL)
        p->references++;
    pthread_mutex_unlock(&lock);
    return p;
}

static void give_back(struct page *p)
{
    p->references--;
    if (p->references == 0 && p->doomed)
        assert(atomic_exchange(&p->stored, false));
}

static void *client(void *unused)
{
    for (int i = 0; i < PAGES; i++) {
        struct page *p = borrow(i);
        if (p == NULL)
            continue;
        p->hits++;
        give_back(p);
    }
    return unused;
}

static void *evictor(void *unused)
{
    struct page *p = borrow(0);

    pthread_mutex_lock(&lock);
    table[0] = NULL;
    pthread_mutex_unlock(&lock);
    p->doomed = true;
    give_back(p);
    return unused;
}

int main(void)
{
    pthread_t t[CLIENTS + 1];

    for (int i = 0; i < PAGES; i++) {
        table[i] = &slab[i];
        slab[i].stored = true;
    }
    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, NULL);
    pthread_create(&t[CLIENTS], NULL, evictor, NULL);
    for (int i = 0; i <= CLIENTS; i++)
        pthread_join(t[i], NULL);
    assert(!slab[0].stored && slab[1].stored);
    return 0;
}
