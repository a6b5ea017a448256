/* large.c - 64 MiB of static data, of which an execution touches a few pages,
 * others each time it finds another order: what the rewind of large state
 * costs. */
#include <assert.h>
#include <pthread.h>

#define THREADS 2
#define PAGE 4096
#define PAGES (64 * 256)

/* Not zero, so that it is data and not only .bss; half of each. */
static unsigned char filled[PAGES / 2][PAGE] = { { 1 } };
static unsigned char empty[PAGES / 2][PAGE];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned turn;

static void *touch(void *argument)
{
    for (int i = 0; i < 3; i++) {
        unsigned at;

        pthread_mutex_lock(&lock);
        at = turn++ * 1009 + (unsigned)(long)argument;
        filled[at % (PAGES / 2)][7]++;
        empty[at % (PAGES / 2)][7]++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, touch, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(turn == 3 * THREADS);
    assert(filled[0][0] == 1 && empty[0][0] == 0);
    return 0;
}
