/* io_self_pipe.c - right: the sleeper empties its wake-up pipe before it looks
 * for work, so that no wake-up is lost.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int wake[2];
static atomic_int work;

static void *sleeper(void *argument)
{
    struct pollfd p = { .fd = wake[0], .events = POLLIN };
    char c;

    for (;;) {
        while (read(wake[0], &c, 1) == 1)
            ;
        if (atomic_load(&work) == 2)
            return argument;
        assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
    }
}

int main(void)
{
    pthread_t t;

    assert(pipe2(wake, O_NONBLOCK) == 0);
    pthread_create(&t, NULL, sleeper, NULL);
    for (int i = 1; i <= 2; i++) {
        atomic_store(&work, i);
        assert(write(wake[1], "w", 1) == 1);
    }
    assert(pthread_join(t, NULL) == 0);
}
