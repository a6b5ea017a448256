/* io_self_pipe_lost.c - wrong: the sleeper looks for work, then empties its
 * wake-up pipe, then waits; a wake-up between look and emptying is lost.
 * EXPECT: deadlock
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
        if (atomic_load(&work))
            return argument;
        while (read(wake[0], &c, 1) == 1) /* too late: must come first */
            ;
        poll(&p, 1, -1);
    }
}

int main(void)
{
    pthread_t t;

    assert(pipe2(wake, O_NONBLOCK) == 0);
    pthread_create(&t, NULL, sleeper, NULL);
    atomic_store(&work, 1);
    (void)!write(wake[1], "w", 1);
    pthread_join(t, NULL);
}
