/* recent.c - a cache that throws out what was not used for longest: who adds
 * has the lock for writing, who looks something up has it for reading, and
 * moves what it finds to the front.
 *
 * After Kubernetes (kubernetes/utils, pull request 216: Get of its LRU cache
 * had the read lock only).
 *
 * CLASS: wrong lock, for reading where it is written
 * FAILS: assertion
 * CAUSE: recent.c:81 `pthread_rwlock_rdlock(&lock);` lets others in
 * CAUSE: recent.c:40 `e->previous->next = e->next;` written with that
 * CAUSE: recent.c:41 `e->next->previous = e->previous;` too
 * CAUSE: recent.c:46 `e->next = ends.next;` too
 * CAUSE: recent.c:48 `e->next->previous = e;` too
 * CAUSE: recent.c:49 `ends.next = e;` too
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define KEYS 12
#define ROOM 6
#define CLIENTS 8
#define LOOKUPS 5

struct entry {
    struct entry *next, *previous;
    int key, value;
};
static struct entry entries[KEYS];
static struct entry ends = { &ends, &ends, 0, 0 };
static struct entry *table[KEYS];
static int n;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int hits, misses;

static void unlink_entry(struct entry *e)
{
    e->previous->next = e->next;
    e->next->previous = e->previous;
}

static void link_first(struct entry *e)
{
    e->next = ends.next;
    e->previous = &ends;
    e->next->previous = e;
    ends.next = e;
}

static void throw_out(void)
{
    struct entry *last = ends.previous;

    assert(last != &ends);
    unlink_entry(last);
    table[last->key] = NULL;
    n--;
}

static void add(int key, int value)
{
    pthread_rwlock_wrlock(&lock);
    if (table[key] == NULL) {
        if (n == ROOM)
            throw_out();
        entries[key].key = key;
        entries[key].value = value;
        table[key] = &entries[key];
        link_first(table[key]);
        n++;
    }
    pthread_rwlock_unlock(&lock);
}

static int get(int key)
{
    int value = -1;

    pthread_rwlock_rdlock(&lock);
    struct entry *e = table[key];
    if (e != NULL) {
        value = e->value;
        unlink_entry(e);
        link_first(e);
    }
    pthread_rwlock_unlock(&lock);
    return value;
}

static void *client(void *argument)
{
    int number = (int)(long)argument;

    for (int i = 0; i < LOOKUPS; i++) {
        int key = (5 * number + 3 * i) % KEYS, value = get(key);

        if (value < 0) {
            misses++;
            add(key, key * key);
        } else {
            hits++;
            assert(value == key * key);
        }
    }
    return NULL;
}

int main(void)
{
    pthread_t t[CLIENTS];
    struct entry *e = &ends;

    for (int i = 0; i < ROOM; i++)
        add(i, i * i);
    for (long i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, (void *)i);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(t[i], NULL);
    assert(n == ROOM && hits + misses == CLIENTS * LOOKUPS);
    for (int i = 0; i <= ROOM; i++) {
        assert(e->next->previous == e);
        e = e->next;
    }
    assert(e == &ends);
    return 0;
}
