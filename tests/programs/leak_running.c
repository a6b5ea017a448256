/* leak_running.c - main returns while its background thread still works.
 * EXPECT: thread-leak
 * EXECUTIONS: 50
 * OPTIONS: --leaks
 */
#include <pthread.h>
#include <stddef.h>

static int flushed;

static void *flush(void *arg)
{
    for (int i = 0; i < 3; i++)
        flushed++;
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, flush, NULL);
    pthread_detach(t);
    return 0;
}
