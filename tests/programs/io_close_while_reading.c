/* io_close_while_reading.c - wrong: closing a descriptor does not end another
 * thread's read of it; where the read came first, it waits for ever.
 * EXPECT: deadlock
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int p[2];

static void *reader(void *argument)
{
    char c;
    ssize_t n = read(p[0], &c, 1);

    /* Where the close came first. */
    assert(n == -1 && errno == EBADF);
    return argument;
}

int main(void)
{
    pthread_t t;

    assert(pipe(p) == 0);
    pthread_create(&t, NULL, reader, NULL);
    assert(close(p[0]) == 0);
    pthread_join(t, NULL);
}
