/* queue.c - eight threads, about five hundred steps: producers and consumers
 * around a bounded buffer, with conditions that they wait for. */
#include <assert.h>
#include <pthread.h>

#define PAIRS 4
#define ITEMS 6 /* of each producer */
#define ROOM 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int buffer[ROOM], n_used, first, sum;

static void *produce(void *argument)
{
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (n_used == ROOM)
            pthread_cond_wait(&not_full, &lock);
        buffer[(first + n_used++) % ROOM] = i;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

static void *consume(void *argument)
{
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (n_used == 0)
            pthread_cond_wait(&not_empty, &lock);
        sum += buffer[first];
        first = (first + 1) % ROOM;
        n_used--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[2 * PAIRS];

    for (int i = 0; i < PAIRS; i++) {
        pthread_create(&threads[2 * i], NULL, produce, NULL);
        pthread_create(&threads[2 * i + 1], NULL, consume, NULL);
    }
    for (int i = 0; i < 2 * PAIRS; i++)
        pthread_join(threads[i], NULL);
    assert(n_used == 0 && sum == PAIRS * ITEMS * (ITEMS + 1) / 2);
    return 0;
}
