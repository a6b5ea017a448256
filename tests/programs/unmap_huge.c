/* unmap_huge.c - removes a mapping far larger than what raddle knows of it.
 * That takes as long as for a small one: 200 executions in a moment.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <sys/mman.h>

#define SIZE ((size_t)64 << 30)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char *memory;

static void *writes(void *unused)
{
    pthread_mutex_lock(&m);
    if (memory != NULL)
        memory[SIZE - 1]++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;
    char *mapped = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    memory = mapped != MAP_FAILED ? mapped : NULL;
    pthread_create(&t, NULL, writes, NULL);
    pthread_mutex_lock(&m);
    if (memory != NULL)
        munmap(memory, SIZE);
    memory = NULL;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
