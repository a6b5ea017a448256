/* cancel_stdio.c - a thread is cancelled while it waits inside stdio: cleanup
 * handlers run, and the stream's lock is given back.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *in;
static int cleaned;

static void clean(void *argument)
{
    assert(argument == &cleaned);
    cleaned++;
}

static void *reader(void *unused)
{
    char line[16];

    pthread_cleanup_push(clean, &cleaned);
    fgets(line, sizeof(line), in);
    assert(!"nothing is ever written");
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t a;
    void *result;
    int ends[2];

    assert(pipe(ends) == 0);
    in = fdopen(ends[0], "r");
    for (int i = 1; i <= 2; i++) {
        pthread_create(&a, NULL, reader, NULL);
        assert(pthread_cancel(a) == 0);
        pthread_join(a, &result);
        assert(result == PTHREAD_CANCELED && cleaned == i);
        assert(ftrylockfile(in) == 0);
        funlockfile(in);
    }
}
