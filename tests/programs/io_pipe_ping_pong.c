/* io_pipe_ping_pong.c - two threads take turns by two pipes: a read waits for
 * the other's write, and nothing else orders them.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

#define ROUNDS 8

static int to_b[2], to_a[2];
static int ball; /* only ever touched by who has it */

static void *b(void *argument)
{
    int n;

    for (int i = 0; i < ROUNDS; i++) {
        assert(read(to_b[0], &n, sizeof(n)) == sizeof(n));
        assert(n == 2 * i && ball == n);
        ball = ++n;
        assert(write(to_a[1], &n, sizeof(n)) == sizeof(n));
    }
    return argument;
}

int main(void)
{
    pthread_t t;
    int n = 0;

    assert(pipe(to_b) == 0 && pipe(to_a) == 0);
    assert(pthread_create(&t, NULL, b, NULL) == 0);
    for (int i = 0; i < ROUNDS; i++) {
        assert(write(to_b[1], &n, sizeof(n)) == sizeof(n));
        assert(read(to_a[0], &n, sizeof(n)) == sizeof(n));
        assert(n == 2 * i + 1 && ball == n);
        ball = ++n;
    }
    assert(pthread_join(t, NULL) == 0);
    close(to_a[1]);
    assert(read(to_a[0], &n, sizeof(n)) == 0); /* the end: nobody can write */
}
