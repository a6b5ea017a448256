/* io_urandom.c - /dev/urandom by open and by fopen, in several threads: bytes,
 * never short, and the same whoever reads first.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void *reads(void *argument)
{
    unsigned char a[32], b[32];
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    FILE *f = fopen("/dev/urandom", "rb");

    assert(fd >= 0 && f != NULL);
    assert(read(fd, a, sizeof(a)) == sizeof(a));
    assert(read(fd, b, sizeof(b)) == sizeof(b));
    assert(memcmp(a, b, sizeof(a)) != 0);
    assert(fread(b, 1, sizeof(b), f) == sizeof(b));
    assert(memcmp(a, b, sizeof(a)) != 0);
    assert(close(fd) == 0 && fclose(f) == 0);
    memcpy(argument, a, sizeof(a));
    return NULL;
}

int main(void)
{
    unsigned char x[32], y[32];
    pthread_t t, u;

    pthread_create(&t, NULL, reads, x);
    pthread_create(&u, NULL, reads, y);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(memcmp(x, y, sizeof(x)) != 0);
}
