/* io_sendfile_splice.c - data that goes from descriptor to descriptor inside
 * the kernel waits for room like any other.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>

#define SIZE 30000

static int file, p[2], s[2];
static char data[SIZE];

static void *sender(void *argument)
{
    off_t at = 1000;

    while (at < SIZE)
        assert(sendfile(p[1], file, &at, SIZE) > 0);
    assert(at == SIZE && sendfile(p[1], file, &at, SIZE) == 0);
    assert(close(p[1]) == 0);
    return argument;
}

static void *mover(void *argument)
{
    ssize_t n, sum = 0;

    while ((n = splice(p[0], NULL, s[0], NULL, SIZE, 0)) > 0)
        sum += n;
    assert(n == 0 && sum == SIZE - 1000);
    assert(shutdown(s[0], SHUT_WR) == 0);
    return argument;
}

int main(void)
{
    char got[SIZE];
    pthread_t a, b;

    for (int i = 0; i < SIZE; i += 100)
        memset(data + i, i / 100, 100);
    file = memfd_create("data", 0);
    assert(write(file, data, SIZE) == SIZE);
    assert(pipe(p) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    assert(fcntl(p[0], F_SETPIPE_SZ, 8192) == 8192);
    pthread_create(&a, NULL, sender, NULL);
    pthread_create(&b, NULL, mover, NULL);
    assert(recv(s[1], got, SIZE, MSG_WAITALL) == SIZE - 1000);
    assert(memcmp(got, data + 1000, SIZE - 1000) == 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
