/* io_eventfd_counter.c - an eventfd: reads wait for a number, writes wait for
 * room, a semaphore gives one at a time.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define MOST (UINT64_MAX - 1)

static int counter, sem;
static int taken;

static void *taker(void *argument)
{
    eventfd_t n = 0;

    for (int i = 0; i < 3; i++) {
        assert(eventfd_read(sem, &n) == 0 && n == 1);
        __atomic_add_fetch(&taken, 1, __ATOMIC_SEQ_CST);
    }
    return argument;
}

static void *filler(void *argument)
{
    uint64_t one = 1;

    /* Full with MOST: this one waits until it has been read. */
    assert(write(counter, &one, sizeof(one)) == sizeof(one));
    return argument;
}

int main(void)
{
    uint64_t n = MOST, big = MOST - 5;
    pthread_t a, b, c;

    counter = eventfd(0, EFD_CLOEXEC);
    sem = eventfd(2, EFD_SEMAPHORE);
    assert(write(counter, &n, sizeof(n)) == sizeof(n));
    pthread_create(&a, NULL, taker, NULL);
    pthread_create(&b, NULL, taker, NULL);
    pthread_create(&c, NULL, filler, NULL);
    assert(eventfd_write(sem, 4) == 0);
    assert(eventfd_read(counter, &n) == 0 && n == MOST);
    assert(eventfd_read(counter, &n) == 0 && n == 1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(taken == 6);

    /* There is room for 1 but not for so many: poll would not tell. */
    assert(eventfd_write(counter, 10) == 0);
    pthread_create(&c, NULL, filler, NULL);
    pthread_join(c, NULL);
    assert(read(counter, &n, sizeof(n)) == sizeof(n) && n == 11);
    assert(write(counter, &big, sizeof(big)) == sizeof(big));
    assert(write(counter, &n, 4) == -1 && errno == EINVAL);
}
