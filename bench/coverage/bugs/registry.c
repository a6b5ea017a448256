/* registry.c - names in shards, each with its lock; renaming moves an entry
 * and locks the shard it leaves, not the one it comes to.
 *
 * CLASS: wrong lock
 * FAILS: assertion
 * CAUSE: registry.c:41 `pthread_mutex_lock(&shard[from].lock);` not the other
 * CAUSE: registry.c:45 `push(&shard[to], e);` without its lock
 * CAUSE: registry.c:35 `push(s, &entries[i]);` with it
 */
#include <assert.h>
#include <pthread.h>

#define SHARDS 5
#define ENTRIES 5

static struct entry {
    struct entry *next;
} entries[ENTRIES];
static struct shard {
    pthread_mutex_t lock;
    struct entry *first;
} shard[SHARDS];

static void push(struct shard *s, struct entry *e)
{
    e->next = s->first;
    s->first = e;
}

static void add(int i)
{
    struct shard *s = &shard[i % SHARDS];

    pthread_mutex_lock(&s->lock);
    push(s, &entries[i]);
    pthread_mutex_unlock(&s->lock);
}

static void rename_first(int from, int to)
{
    pthread_mutex_lock(&shard[from].lock);
    struct entry *e = shard[from].first;
    if (e != NULL) {
        shard[from].first = e->next;
        push(&shard[to], e);
    }
    pthread_mutex_unlock(&shard[from].lock);
}

static void *adder(void *unused)
{
    for (int i = 1; i < ENTRIES; i++)
        add(i);
    return unused;
}

static void *renamer(void *unused)
{
    rename_first(0, SHARDS - 1);
    return unused;
}

int main(void)
{
    pthread_t a, r;
    int n = 0;

    for (int i = 0; i < SHARDS; i++)
        pthread_mutex_init(&shard[i].lock, NULL);
    add(0);
    pthread_create(&a, NULL, adder, NULL);
    pthread_create(&r, NULL, renamer, NULL);
    pthread_join(a, NULL);
    pthread_join(r, NULL);
    for (int i = 0; i < SHARDS; i++) {
        for (struct entry *e = shard[i].first; e != NULL; e = e->next)
            n++;
    }
    assert(n == ENTRIES);
    return 0;
}
