/* clock_agree.c - time(), gettimeofday(), timespec_get() and clock_gettime()
 * show one calendar, also as raw system calls; setting it is not ours to do.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static void *reader(void *argument)
{
    struct timespec a, b, c;
    struct timeval v;
    struct tms t;
    struct rusage r;
    time_t second;

    assert(clock_gettime(CLOCK_REALTIME, &a) == 0);
    assert(gettimeofday(&v, NULL) == 0);
    assert(timespec_get(&b, TIME_UTC) == TIME_UTC);
    assert(syscall(SYS_clock_gettime, CLOCK_REALTIME, &c) == 0);
    second = time(NULL);
    assert(v.tv_sec >= a.tv_sec && v.tv_usec < 1000000);
    assert(b.tv_sec > v.tv_sec ||
           (b.tv_sec == v.tv_sec && b.tv_nsec / 1000 >= v.tv_usec));
    assert(c.tv_sec > b.tv_sec ||
           (c.tv_sec == b.tv_sec && c.tv_nsec >= b.tv_nsec));
    assert(second >= v.tv_sec && second >= a.tv_sec);
    assert(times(&t) != (clock_t)-1 && t.tms_utime >= 0);
    assert(getrusage(RUSAGE_SELF, &r) == 0 && r.ru_utime.tv_sec >= 0);
    assert(clock() != (clock_t)-1);
    assert(clock_getres(CLOCK_MONOTONIC, &a) == 0 && a.tv_sec == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    struct timespec t;

    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    assert(clock_gettime(12345, &t) == -1 && errno == EINVAL);
    assert(clock_settime(CLOCK_MONOTONIC, &t) == -1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
