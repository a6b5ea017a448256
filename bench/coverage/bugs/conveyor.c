/* conveyor.c - a queue without locks in an array: the place at the tail is
 * taken by exchanging its emptiness for an item.  A place that was filled and
 * emptied meanwhile is as empty as before, but it is behind the head now, and
 * nobody comes to fetch what is put there.
 *
 * After the "null-ABA" that Tsigas and Zhang describe and avoid (A Simple,
 * Fast and Scalable Non-Blocking Concurrent FIFO Queue, SPAA 2001).
 *
 * CLASS: ABA, of three threads
 * FAILS: assertion
 * CAUSE: conveyor.c:34 `unsigned t = tail;` where the end was
 * CAUSE: conveyor.c:40 `compare_exchange_strong(place, &none, item)` sees that
 * CAUSE: conveyor.c:60 `compare_exchange_strong(place, &item, EMPTY)` anew
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define PLACES 4
#define LOADERS 3
#define EACH 3
#define UNLOADERS 2
#define LOOKS 5
#define EMPTY 0

static atomic_int places[PLACES];
static atomic_uint head, tail;
static atomic_int delivered[LOADERS * EACH + 1];

static bool put(int item)
{
    for (;;) {
        unsigned t = tail;
        atomic_int *place = &places[t % PLACES];
        int none = EMPTY;

        if (t - head >= PLACES)
            return false;
        if (atomic_compare_exchange_strong(place, &none, item)) {
            atomic_compare_exchange_strong(&tail, &t, t + 1);
            return true;
        }
        /* Somebody has put one there and not yet moved the tail. */
        atomic_compare_exchange_strong(&tail, &t, t + 1);
    }
}

static int take(void)
{
    for (;;) {
        unsigned h = head;
        atomic_int *place = &places[h % PLACES];
        int item;

        if (h == tail)
            return EMPTY;
        item = *place;
        if (item != EMPTY &&
            !atomic_compare_exchange_strong(place, &item, EMPTY))
            continue;
        atomic_compare_exchange_strong(&head, &h, h + 1);
        if (item != EMPTY)
            return item;
    }
}

/* What finds no place on the belt is carried. */
static void *loader(void *argument)
{
    int base = (int)(long)argument * EACH;

    for (int i = 1; i <= EACH; i++) {
        if (!put(base + i))
            delivered[base + i]++;
    }
    return NULL;
}

static void *unloader(void *unused)
{
    for (int i = 0; i < LOOKS; i++) {
        int item = take();

        if (item != EMPTY)
            delivered[item]++;
    }
    return unused;
}

int main(void)
{
    pthread_t t[LOADERS + UNLOADERS];
    int item;

    for (long i = 0; i < LOADERS; i++)
        pthread_create(&t[i], NULL, loader, (void *)i);
    for (int i = 0; i < UNLOADERS; i++)
        pthread_create(&t[LOADERS + i], NULL, unloader, NULL);
    for (int i = 0; i < LOADERS + UNLOADERS; i++)
        pthread_join(t[i], NULL);
    while ((item = take()) != EMPTY)
        delivered[item]++;
    for (int i = 1; i <= LOADERS * EACH; i++)
        assert(delivered[i] == 1);
    return 0;
}
