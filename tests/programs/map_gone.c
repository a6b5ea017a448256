/* map_gone.c - one thread unmaps what the other still reads.
 * EXPECT: fatal-signal at 13
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/mman.h>

static volatile int *shared;

static void *reader(void *argument)
{
    (void)shared[1];
    return argument;
}

static void *remover(void *argument)
{
    munmap((void *)shared, 4096);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, remover, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
