/* blocks.c - threads that share blocks of memory as a whole: how many
 * interleavings raddle prove finds is known (blocks.txt).
 *
 *     blocks NAME */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define N 9

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int items;
};

static struct queue *queue;
static char *block[N];
static atomic_int taken;
static char room[64];

static void *put(void *arg)
{
    pthread_mutex_lock(&queue->mutex);
    queue->items++;
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    return arg;
}

static void *take(void *arg)
{
    pthread_mutex_lock(&queue->mutex);
    while (queue->items == 0)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    queue->items--;
    pthread_mutex_unlock(&queue->mutex);
    return arg;
}

/* The last one frees. */
static void *leave(void *arg)
{
    pthread_mutex_lock(&queue->mutex);
    queue->items++;
    pthread_mutex_unlock(&queue->mutex);
    if (atomic_fetch_add(&taken, 1) == 1)
        free(queue);
    return arg;
}

/* It frees more blocks than a step has places for. */
static void *leave_many(void *arg)
{
    for (int i = 0; i < N; i++)
        block[i][(long)arg] = 1;
    if (atomic_fetch_add(&taken, 1) == 1) {
        for (int i = 0; i < N; i++)
            free(block[i]);
    }
    return arg;
}

/* A spin lock, by hand. */
static void *retry(void *arg)
{
    while (pthread_mutex_trylock(&queue->mutex) != 0)
        sched_yield();
    queue->items++;
    pthread_mutex_unlock(&queue->mutex);
    return arg;
}

static void *fill(void *arg)
{
    memset(room, 1, 48);
    return arg;
}

static void *write_byte(void *arg)
{
    ((volatile char *)room)[(long)arg] = 2;
    return arg;
}

static void run(void *(*a)(void *), long x, void *(*b)(void *), long y,
                void *(*c)(void *), long z)
{
    pthread_t t[3];

    pthread_create(&t[0], NULL, a, (void *)x);
    pthread_create(&t[1], NULL, b, (void *)y);
    if (c != NULL)
        pthread_create(&t[2], NULL, c, (void *)z);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    if (c != NULL)
        pthread_join(t[2], NULL);
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";

    queue = calloc(1, sizeof(*queue));
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    for (int i = 0; i < N; i++)
        block[i] = calloc(1, 16);
    if (strcmp(name, "queue") == 0) {
        run(put, 0, take, 0, NULL, 0);
        pthread_mutex_destroy(&queue->mutex);
        pthread_cond_destroy(&queue->changed);
        free(queue);
    } else if (strcmp(name, "queue3") == 0) {
        queue->items = 1;
        run(put, 0, take, 0, take, 0);
        free(queue);
    } else if (strcmp(name, "retry") == 0) {
        run(retry, 0, retry, 0, NULL, 0);
    } else if (strcmp(name, "retry3") == 0) {
        run(retry, 0, retry, 0, retry, 0);
    } else if (strcmp(name, "last") == 0) {
        run(leave, 0, leave, 0, NULL, 0);
    } else if (strcmp(name, "many") == 0) {
        run(leave_many, 1, leave_many, 9, NULL, 0);
    } else if (strcmp(name, "fill") == 0) {
        run(fill, 0, write_byte, 3, write_byte, 40);
    } else if (strcmp(name, "beside") == 0) {
        run(fill, 0, write_byte, 50, write_byte, 60);
    }
    return 0;
}
