/* squeeze.c - a file is compressed block by block: some read the blocks from a
 * queue and compress them, and one writes them in their order.  When it has
 * written the last one the queue is freed; but of those who compress, one may
 * only just come to see that there is nothing left.
 *
 * After pbzip2 0.9.4 (main joined the output thread and not the consumers;
 * pbzip2-0.9.4 in Yu's collection, jieyu/concurrency-bugs on GitHub).
 *
 * CLASS: shutdown, freed before all have left
 * FAILS: heap-use-after-free
 * CAUSE: squeeze.c:121 `pthread_join(w, NULL);` waits for the writer only
 * CAUSE: squeeze.c:122 `free(q);` with consumers in it
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#define CONSUMERS 3
#define BLOCKS 6
#define ROOM 2

struct queue {
    int blocks[ROOM], lengths[ROOM];
    int head, n;
    bool all_read;
    pthread_mutex_t lock;
    pthread_cond_t not_full, not_empty;
};
static struct {
    pthread_mutex_t lock;
    pthread_cond_t done;
    bool ready[BLOCKS];
    int bytes[BLOCKS], written;
} output = { .lock = PTHREAD_MUTEX_INITIALIZER,
             .done = PTHREAD_COND_INITIALIZER };

static struct queue *queue_new(void)
{
    struct queue *q = calloc(1, sizeof(*q));

    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->not_full, NULL);
    pthread_cond_init(&q->not_empty, NULL);
    return q;
}

static void produce(struct queue *q)
{
    for (int i = 0; i < BLOCKS; i++) {
        pthread_mutex_lock(&q->lock);
        while (q->n == ROOM)
            pthread_cond_wait(&q->not_full, &q->lock);
        q->blocks[(q->head + q->n) % ROOM] = i;
        q->lengths[(q->head + q->n) % ROOM] = 900 + i;
        q->n++;
        pthread_cond_signal(&q->not_empty);
        pthread_mutex_unlock(&q->lock);
    }
    pthread_mutex_lock(&q->lock);
    q->all_read = true;
    pthread_cond_broadcast(&q->not_empty);
    pthread_mutex_unlock(&q->lock);
}

static void compress(int block, int length)
{
    pthread_mutex_lock(&output.lock);
    output.bytes[block] = length / 3;
    output.ready[block] = true;
    pthread_cond_signal(&output.done);
    pthread_mutex_unlock(&output.lock);
}

static void *consume(void *argument)
{
    struct queue *q = argument;

    for (;;) {
        int block, length;

        pthread_mutex_lock(&q->lock);
        while (q->n == 0 && !q->all_read)
            pthread_cond_wait(&q->not_empty, &q->lock);
        if (q->n == 0) {
            pthread_mutex_unlock(&q->lock);
            return NULL;
        }
        block = q->blocks[q->head];
        length = q->lengths[q->head];
        q->head = (q->head + 1) % ROOM;
        q->n--;
        pthread_cond_signal(&q->not_full);
        pthread_mutex_unlock(&q->lock);
        compress(block, length);
    }
}

static void *write_out(void *unused)
{
    for (int i = 0; i < BLOCKS; i++) {
        pthread_mutex_lock(&output.lock);
        while (!output.ready[i])
            pthread_cond_wait(&output.done, &output.lock);
        output.written += output.bytes[i];
        pthread_mutex_unlock(&output.lock);
    }
    return unused;
}

int main(void)
{
    struct queue *q = queue_new();
    pthread_t w, consumers[CONSUMERS];
    int expected = 0;

    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&consumers[i], NULL, consume, q);
    pthread_create(&w, NULL, write_out, NULL);
    produce(q);
    pthread_join(w, NULL);
    free(q);
    for (int i = 0; i < BLOCKS; i++)
        expected += (900 + i) / 3;
    assert(output.written == expected);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(consumers[i], NULL);
    return 0;
}
