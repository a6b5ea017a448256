/* rewind_stdio_locked.c - the process may end while a thread holds the lock of
 * a stream, or waits for it: the next one finds it free.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *print(void *argument)
{
    printf("%s\n", (const char *)argument);
    return NULL;
}

static void *find_free(void *argument)
{
    assert(ftrylockfile(stdout) == 0 && ftrylockfile(stderr) == 0);
    funlockfile(stdout);
    return argument; /* with that of stderr */
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, find_free, NULL);
    pthread_join(a, NULL);
    pthread_create(&a, NULL, print, "a");
    pthread_create(&b, NULL, print, "b");
    sched_yield();
    flockfile(stdout);
    _exit(0);
}
