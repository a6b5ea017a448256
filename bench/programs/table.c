/* table.c - four threads, a hundred thousand steps: a table that all of them
 * change, entry by entry, each entry behind a lock of its own.
 *     table [ROUNDS]        of each thread; a round is about five steps */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS 4
#define ENTRIES 64

static struct {
    pthread_mutex_t lock;
    long value;
} table[ENTRIES];
static int rounds = 5000;

static void *change(void *argument)
{
    unsigned at = (unsigned)(long)argument;

    for (int i = 0; i < rounds; i++) {
        at = at * 1103515245 + 12345;
        pthread_mutex_lock(&table[at / 65536 % ENTRIES].lock);
        table[at / 65536 % ENTRIES].value++;
        pthread_mutex_unlock(&table[at / 65536 % ENTRIES].lock);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    long sum = 0;

    if (argc > 1)
        rounds = atoi(argv[1]);
    for (int i = 0; i < ENTRIES; i++)
        pthread_mutex_init(&table[i].lock, NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, change, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < ENTRIES; i++)
        sum += table[i].value;
    assert(sum == (long)THREADS * rounds);
    return 0;
}
