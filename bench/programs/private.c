/* private.c - four threads that mostly work on memory of their own (on the heap
 * and in a global array) and meet now and then: what learning is for. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
#define ROUNDS 20
#define CELLS 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sums[THREADS], total;

static void *work(void *argument)
{
    long *mine = &sums[(long)argument];
    long *cells = calloc(CELLS, sizeof(*cells));

    assert(cells != NULL);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < CELLS; i++) {
            cells[i] += i;
            *mine += cells[i];
        }
        pthread_mutex_lock(&lock);
        total++;
        pthread_mutex_unlock(&lock);
    }
    free(cells);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(total == THREADS * ROUNDS);
    for (int i = 1; i < THREADS; i++)
        assert(sums[i] == sums[0]);
    return 0;
}
