/* timerfd_expirations.c - a timer descriptor counts expirations, blocks
 * readers until the first, and is polled like any other.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000

static long long now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *once(void *argument)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
    struct itimerspec t = { .it_value.tv_nsec = 20 * MS }, left;
    long long start = now();
    uint64_t n = 0;

    assert(fd >= 0 && timerfd_settime(fd, 0, &t, NULL) == 0);
    assert(timerfd_gettime(fd, &left) == 0);
    assert(left.it_value.tv_sec == 0 && left.it_value.tv_nsec <= 20 * MS);
    assert(read(fd, &n, sizeof(n)) == sizeof(n) && n == 1);
    assert(now() - start >= 20 * MS);
    close(fd);
    return argument;
}

static void *repeated(void *argument)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec t = { .it_value.tv_nsec = 5 * MS,
                            .it_interval.tv_nsec = 5 * MS };
    struct pollfd p = { .fd = fd, .events = POLLIN };
    uint64_t n = 0, sum = 0;

    assert(read(fd, &n, sizeof(n)) == -1 && errno == EAGAIN);
    assert(timerfd_settime(fd, 0, &t, NULL) == 0);
    while (sum < 5) {
        assert(poll(&p, 1, -1) == 1 && p.revents == POLLIN);
        assert(read(fd, &n, sizeof(n)) == sizeof(n) && n >= 1);
        sum += n;
    }
    usleep(50000);
    assert(read(fd, &n, sizeof(n)) == sizeof(n) && n >= 9);
    close(fd);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, once, NULL);
    pthread_create(&b, NULL, repeated, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(timerfd_create(12345, 0) == -1 && errno == EINVAL);
}
