/* io_pipe_full.c - a write of more than a pipe holds waits for the reader, in
 * the middle, and comes out whole; a small one is never torn by another.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define SIZE 20000
#define LINE 100

static int p[2], q[2];
static char sent[SIZE], got[SIZE];

static void *large(void *argument)
{
    struct iovec v[2] = { { sent, 7001 }, { sent + 7001, SIZE - 7001 } };

    assert(writev(p[1], v, 2) == SIZE);
    assert(close(p[1]) == 0);
    return argument;
}

static void *small(void *argument)
{
    char line[LINE];

    memset(line, (int)(long)argument, LINE);
    for (int i = 0; i < 60; i++)
        assert(write(q[1], line, LINE) == LINE);
    return NULL;
}

int main(void)
{
    pthread_t a, b, c;
    ssize_t n, sum = 0;

    for (int i = 0; i < SIZE; i += LINE)
        memset(sent + i, i / LINE, LINE);
    assert(pipe(p) == 0 && pipe2(q, O_CLOEXEC) == 0);
    assert(fcntl(p[1], F_SETPIPE_SZ, 4096) == 4096);
    assert(fcntl(q[1], F_SETPIPE_SZ, 4096) == 4096);
    pthread_create(&a, NULL, large, NULL);
    pthread_create(&b, NULL, small, (void *)'b');
    pthread_create(&c, NULL, small, (void *)'c');
    while ((n = read(p[0], got + sum, 3000)) > 0)
        sum += n;
    assert(n == 0 && sum == SIZE && memcmp(sent, got, SIZE) == 0);
    for (int i = 0; i < 120; i++) {
        assert(read(q[0], got, LINE) == LINE);
        assert(memcmp(got, got + 1, LINE - 1) == 0);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
}
