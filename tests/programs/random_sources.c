/* random_sources.c - every source of randomness gives what was asked for,
 * threads do not get each other's, and misuse is refused.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SOURCES 5

static unsigned char drawn[2][SOURCES][16];
static volatile unsigned seen; /* written values make the event hash */

static void *drawer(void *argument)
{
    unsigned char(*out)[16] = argument;
    int fd = open("/dev/urandom", O_RDONLY);

    assert(getrandom(out[0], 16, 0) == 16);
    assert(getentropy(out[1], 16) == 0);
    arc4random_buf(out[2], 16);
    assert(fd >= 0 && read(fd, out[3], 16) == 16);
    close(fd);
    assert(syscall(SYS_getrandom, out[4], 16, 0) == 16);
    for (int i = 0; i < 100; i++)
        assert(arc4random_uniform(7) < 7);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char much[300];

    pthread_create(&a, NULL, drawer, drawn[0]);
    pthread_create(&b, NULL, drawer, drawn[1]);
    assert(getrandom(much, sizeof(much), 0) == sizeof(much));
    assert(getrandom(much, 1, 0xff00) == -1 && errno == EINVAL);
    assert(getentropy(much, sizeof(much)) == -1 && errno == EIO);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 2 * SOURCES; i++) {
        seen = drawn[i / SOURCES][i % SOURCES][0];
        for (int k = 0; k < i; k++)
            assert(memcmp(drawn[i / SOURCES][i % SOURCES],
                          drawn[k / SOURCES][k % SOURCES], 16) != 0);
    }
    /* The C library's generators begin with fixed seeds. */
    assert(rand() == 1804289383 && random() == 846930886);
}
