/* A queue that main deletes while consumers still use its lock.  After pbzip2
 * 0.9.4 (crash at the end of decompression); old is the fixed version, which
 * joins the consumers first. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t *mut;
    int left;
};

static struct queue *fifo;

static void *consumer(void *unused)
{
    for (int more = 1; more;) {
        pthread_mutex_t *mut = fifo->mut;

        assert(mut != NULL);
        pthread_mutex_lock(mut);
        more = fifo->left > 0;
        fifo->left -= more;
        pthread_mutex_unlock(mut);
    }
    return unused;
}

static void queue_delete(struct queue *q)
{
    q->mut = NULL;
}

int main(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct queue q = { &lock, 2 };
    pthread_t a, b;

    fifo = &q;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    queue_delete(fifo);
    return 0;
}
