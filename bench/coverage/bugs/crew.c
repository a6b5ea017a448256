/* crew.c - sixteen workers share a job, and who gave it waits until none is at
 * it and frees it.  A worker counts itself out first and then looks in the job
 * whether anybody waits.
 *
 * After Ceph's IOContext (aio_wake and aio_wait; mended by its commit
 * 1026593173fd).
 *
 * CLASS: use after free, one of sixteen threads late
 * FAILS: heap-use-after-free
 * CAUSE: crew.c:32 `j->running--;` is out
 * CAUSE: crew.c:33 `if (j->waiting) {` looks afterwards
 * CAUSE: crew.c:80 `free(j);` when all are out
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define WORKERS 16
#define BLOCKS 96
#define PARTS 4

struct job {
    pthread_mutex_t lock;
    pthread_cond_t idle;
    atomic_int running, waiting, next;
    atomic_int sums[PARTS];
};

static void finish(struct job *j)
{
    j->running--;
    if (j->waiting) {
        pthread_mutex_lock(&j->lock);
        pthread_cond_signal(&j->idle);
        pthread_mutex_unlock(&j->lock);
    }
}

static void *worker(void *argument)
{
    struct job *j = argument;
    int block;

    while ((block = j->next++) < BLOCKS) {
        for (int i = 0; i < PARTS; i++)
            j->sums[i] += block % (i + 2);
    }
    finish(j);
    return NULL;
}

static void await(struct job *j)
{
    pthread_mutex_lock(&j->lock);
    j->waiting++;
    while (j->running > 0)
        pthread_cond_wait(&j->idle, &j->lock);
    pthread_mutex_unlock(&j->lock);
}

int main(void)
{
    struct job *j = calloc(1, sizeof(*j));
    pthread_t t[WORKERS];

    pthread_mutex_init(&j->lock, NULL);
    pthread_cond_init(&j->idle, NULL);
    j->running = WORKERS;
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, j);
    await(j);
    for (int i = 0; i < PARTS; i++) {
        int expected = 0;

        for (int block = 0; block < BLOCKS; block++)
            expected += block % (i + 2);
        assert(j->sums[i] == expected);
    }
    free(j);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
