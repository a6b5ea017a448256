/* heap_realloc_stale.c - a table grows by realloc while another thread has a
 * pointer into it: also where the block could have stayed where it was.
 * EXPECT: heap-use-after-free at 20
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>

static int *table;
static size_t room = 5;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *argument)
{
    int *last;

    pthread_mutex_lock(&lock);
    last = &table[4];
    pthread_mutex_unlock(&lock);
    *last = 7;
    return argument;
}

static void *grower(void *argument)
{
    pthread_mutex_lock(&lock);
    table = realloc(table, ++room * sizeof(*table));
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    table = calloc(room, sizeof(*table));
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, grower, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(table);
}
