/* rewind_early_pipe.c - what goes through a pipe that was made before main is
 * not there in the next execution: only a new program has an empty one.
 * EXPECT: clean
 * EXECUTIONS: 100
 * ISOLATION: exec
 */
#include <assert.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int ends[2], first;

__attribute__((constructor)) static void before_main(void)
{
    assert(pipe(ends) == 0);
}

static void *put(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    assert(write(ends[1], "x", 1) == 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int bytes = -1;

    assert(ioctl(ends[0], FIONREAD, &bytes) == 0 && bytes == 0);
    pthread_create(&a, NULL, put, (void *)1);
    pthread_create(&b, NULL, put, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
