/* census.c - how many there are in all segments is counted without locks,
 * twice, and believed if it was the same twice; who moves from one to the
 * other and back at the right moments is missed both times.
 *
 * After ConcurrentHashMap.size() of JDK 5 to 7, which compares the numbers of
 * modifications for this reason; elsewhere it is called the double collect
 * without sequence numbers (Afek et al., Atomic Snapshots, JACM 1993).
 *
 * CLASS: atomicity, several variables, five preemptions
 * FAILS: assertion
 * CAUSE: census.c:34 `n += segments[i].count;` one after the other
 * CAUSE: census.c:60 `to->count++;` arrives where was counted already
 * CAUSE: census.c:61 `from->count--;` leaves where was not counted yet
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SEGMENTS 2
#define PEOPLE 5
#define MOVES 6
#define TRIES 2

static struct segment {
    pthread_mutex_t lock;
    atomic_int count;
} segments[SEGMENTS];

static int collect(void)
{
    int n = 0;

    for (int i = 0; i < SEGMENTS; i++)
        n += segments[i].count;
    return n;
}

static int size(void)
{
    int n;

    for (int i = 0; i < TRIES; i++) {
        n = collect();
        if (n == collect())
            return n;
    }
    for (int i = 0; i < SEGMENTS; i++)
        pthread_mutex_lock(&segments[i].lock);
    n = collect();
    for (int i = 0; i < SEGMENTS; i++)
        pthread_mutex_unlock(&segments[i].lock);
    return n;
}

/* Never nowhere; for a moment in both. */
static void move(struct segment *from, struct segment *to)
{
    for (int i = 0; i < SEGMENTS; i++)
        pthread_mutex_lock(&segments[i].lock);
    to->count++;
    from->count--;
    for (int i = 0; i < SEGMENTS; i++)
        pthread_mutex_unlock(&segments[i].lock);
}

static void *mover(void *unused)
{
    for (int i = 0; i < MOVES; i++)
        move(&segments[(i + 1) % SEGMENTS], &segments[i % SEGMENTS]);
    return unused;
}

static void *counter(void *unused)
{
    for (int i = 0; i < 2; i++)
        assert(size() >= PEOPLE);
    return unused;
}

int main(void)
{
    pthread_t m, c;

    for (int i = 0; i < SEGMENTS; i++)
        pthread_mutex_init(&segments[i].lock, NULL);
    segments[SEGMENTS - 1].count = PEOPLE;
    pthread_create(&m, NULL, mover, NULL);
    pthread_create(&c, NULL, counter, NULL);
    pthread_join(m, NULL);
    pthread_join(c, NULL);
    assert(size() == PEOPLE);
    return 0;
}
