/* leak_joined.c - all threads are joined: nothing leaks.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --leaks
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int flushed[2];

static void *flush(void *arg)
{
    for (int i = 0; i < 3; i++)
        ++*(int *)arg;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    void *result;

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, flush, &flushed[i]);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], &result);
        assert(result == &flushed[i] && flushed[i] == 3);
    }
    return 0;
}
