/* fastbins.c - small chunks that were freed are in a list without locks, which
 * is taken from with the arena's lock and put into without.  Who puts a chunk
 * there makes sure that the first one in the list has the list's size: if that
 * one was taken, made larger, made smaller and put back meanwhile, it is there
 * again, but its size was another when it was looked at.
 *
 * After glibc's free (bug 15073, "Invalid fastbin entry (free)": _int_free
 * reads the size of the old top without the arena's lock; since 2.18 it asks
 * for it only with the lock).
 *
 * CLASS: ABA, of what was looked at in between
 * FAILS: assertion
 * CAUSE: fastbins.c:74 `old_size = old->size;` may be another one's by now
 * CAUSE: fastbins.c:77 `assert(old == NULL || old_size == SMALL);` is no error
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SMALL 32
#define LARGE 96
#define CHUNKS 6
#define THREADS 3
#define ROUNDS 2

struct chunk {
    int size, user;
    struct chunk *next;
};
static struct {
    pthread_mutex_t lock;
    _Atomic(struct chunk *) fastbin;
    struct chunk chunks[CHUNKS];
    int top; /* those from here on were never used */
} arena = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct chunk *allocate(int user)
{
    struct chunk *c;

    pthread_mutex_lock(&arena.lock);
    c = arena.fastbin;
    while (c != NULL &&
           !atomic_compare_exchange_strong(&arena.fastbin, &c, c->next))
        ;
    if (c == NULL) {
        assert(arena.top < CHUNKS);
        c = &arena.chunks[arena.top++];
        c->size = SMALL;
    }
    assert(c->size == SMALL && c->user == 0);
    c->user = user;
    pthread_mutex_unlock(&arena.lock);
    return c;
}

static void resize(struct chunk *c, int size)
{
    pthread_mutex_lock(&arena.lock);
    c->size = size;
    pthread_mutex_unlock(&arena.lock);
}

static void release(struct chunk *c)
{
    struct chunk *old = arena.fastbin;
    int old_size = 0;

    c->user = 0;
    do {
        assert(old != c); /* freed twice */
        if (old != NULL)
            old_size = old->size;
        c->next = old;
    } while (!atomic_compare_exchange_strong(&arena.fastbin, &old, c));
    assert(old == NULL || old_size == SMALL);
}

static void *worker(void *argument)
{
    int user = *(int *)argument;

    for (int i = 0; i < ROUNDS; i++) {
        struct chunk *c = allocate(user);

        if (i % 2 == user % 2) {
            resize(c, LARGE);
            assert(c->user == user);
            resize(c, SMALL);
        }
        release(c);
    }
    return NULL;
}

int main(void)
{
    int users[THREADS] = { 1, 2, 3 }, n = 0;
    pthread_t threads[THREADS];

    release(allocate(THREADS + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, &users[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (struct chunk *c = arena.fastbin; c != NULL; c = c->next)
        n++;
    assert(n == arena.top);
    return 0;
}
