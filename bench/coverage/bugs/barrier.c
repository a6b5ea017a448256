/* barrier.c - a barrier that is used again: the last one in sets the count to
 * nought and wakes the rest, but one of them may be so slow that the count of
 * the next round has begun when it looks.
 *
 * CLASS: order, a barrier reused too early
 * FAILS: lost-wakeup
 * CAUSE: barrier.c:29 `while (arrived != 0)` asks for the count, not the round
 * CAUSE: barrier.c:24 `arrived++;` the next round's
 */
#include <pthread.h>
#include <stdatomic.h>

#define PARTIES 3
#define ROUNDS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int arrived;
static atomic_int work;

static void meet(void)
{
    pthread_mutex_lock(&lock);
    arrived++;
    if (arrived == PARTIES) {
        arrived = 0;
        pthread_cond_broadcast(&open);
    }
    while (arrived != 0)
        pthread_cond_wait(&open, &lock);
    pthread_mutex_unlock(&lock);
}

static void *party(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        for (int j = 0; j < 14; j++)
            work++;
        meet();
    }
    return unused;
}

int main(void)
{
    pthread_t t[PARTIES];

    for (int i = 0; i < PARTIES; i++)
        pthread_create(&t[i], NULL, party, NULL);
    for (int i = 0; i < PARTIES; i++)
        pthread_join(t[i], NULL);
    return 0;
}
