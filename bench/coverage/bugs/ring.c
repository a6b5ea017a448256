/* ring.c - a ring of trace records that keeps the newest: a place is claimed
 * and then written.  Who is overtaken by a whole lap writes an old record over
 * a newer one.
 *
 * CLASS: order, a late writer is lapped
 * FAILS: assertion
 * CAUSE: ring.c:23 `int number = claimed++;` claims
 * CAUSE: ring.c:24 `record[number % SLOTS] = number;` writes in any case
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 8
#define WRITERS 3
#define EACH 6

static atomic_int claimed, record[SLOTS];

static void *writer(void *unused)
{
    for (int i = 0; i < EACH; i++) {
        int number = claimed++;
        record[number % SLOTS] = number;
    }
    return unused;
}

int main(void)
{
    pthread_t t[WRITERS];

    for (int i = 0; i < WRITERS; i++)
        pthread_create(&t[i], NULL, writer, NULL);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < SLOTS; i++)
        assert(record[i] >= WRITERS * EACH - SLOTS);
    return 0;
}
