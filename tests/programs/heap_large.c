/* heap_large.c - the same of blocks of many pages: the buffer is exchanged for
 * a larger one while somebody still writes to the end of the old one.
 * EXPECT: heap-use-after-free at 22
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>

#define PAGES(n) ((n)*4096)

static char *buffer;
static size_t size = PAGES(16);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writer(void *argument)
{
    char *end;

    pthread_mutex_lock(&lock);
    end = buffer + size - 1;
    pthread_mutex_unlock(&lock);
    *end = 1;
    return argument;
}

static void *exchanger(void *argument)
{
    pthread_mutex_lock(&lock);
    free(buffer);
    size = PAGES(32);
    buffer = malloc(size);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    buffer = malloc(size);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, exchanger, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(buffer);
}
