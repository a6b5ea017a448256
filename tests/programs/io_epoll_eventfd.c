/* io_epoll_eventfd.c - epoll on eventfds: level-triggered tells again, edge-
 * triggered and one-shot tell once; several threads may wait for one set.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define WORKERS 2
#define JOBS 6

static int level, edge, jobs, set, job_set;
static int done[WORKERS];

static void add(int to, int fd, uint32_t events)
{
    struct epoll_event e = { .events = events, .data.fd = fd };

    assert(epoll_ctl(to, EPOLL_CTL_ADD, fd, &e) == 0);
}

/* Takes one job of the semaphore for each time that the set tells of one. */
static void *worker(void *argument)
{
    long me = (long)argument;
    struct epoll_event e;
    eventfd_t one;

    for (;;) {
        assert(epoll_wait(job_set, &e, 1, -1) == 1 && e.data.fd == jobs);
        if (eventfd_read(jobs, &one) == -1) {
            assert(errno == EAGAIN); /* another was faster */
            continue;
        }
        assert(one == 1);
        if (__atomic_add_fetch(&done[0], 1, __ATOMIC_SEQ_CST) >= JOBS) {
            eventfd_write(jobs, 1); /* pass it on */
            return NULL;
        }
        __atomic_add_fetch(&done[1], (int)me, __ATOMIC_SEQ_CST);
    }
}

static void *poster(void *argument)
{
    assert(eventfd_write(level, 3) == 0);
    assert(eventfd_write(edge, 5) == 0);
    return argument;
}

int main(void)
{
    struct epoll_event e[4], again = { .events = EPOLLIN | EPOLLONESHOT };
    pthread_t t[WORKERS + 1];
    uint32_t seen = 0;
    eventfd_t n;

    level = eventfd(0, 0);
    edge = eventfd(0, EFD_NONBLOCK);
    jobs = eventfd(0, EFD_SEMAPHORE | EFD_NONBLOCK);
    set = epoll_create1(EPOLL_CLOEXEC);
    job_set = epoll_create(1);
    add(set, level, EPOLLIN);
    add(set, edge, EPOLLIN | EPOLLET);
    add(job_set, jobs, EPOLLIN);
    assert(epoll_wait(set, e, 4, 0) == 0 && epoll_wait(set, e, 4, 50) == 0);

    pthread_create(&t[0], NULL, poster, NULL);
    while (seen != 3) {
        int k = epoll_wait(set, e, 4, -1);

        assert(k >= 1);
        for (int i = 0; i < k; i++)
            seen |= e[i].data.fd == level ? 1 : 2;
    }
    pthread_join(t[0], NULL);
    assert(epoll_wait(set, e, 4, -1) == 1 && e[0].data.fd == level);
    assert(read(level, &n, sizeof(n)) == sizeof(n) && n == 3);
    assert(epoll_wait(set, e, 4, 10) == 0);
    assert(read(edge, &n, sizeof(n)) == sizeof(n) && n == 5);
    again.data.fd = edge;
    assert(epoll_ctl(set, EPOLL_CTL_MOD, edge, &again) == 0);
    eventfd_write(edge, 1);
    assert(epoll_wait(set, e, 4, -1) == 1 && e[0].data.fd == edge);
    assert(epoll_wait(set, e, 4, 0) == 0); /* its one shot is spent */

    for (long i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, (void *)(i + 1));
    for (int i = 0; i < JOBS; i++)
        assert(eventfd_write(jobs, 1) == 0);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    assert(done[0] >= JOBS);
}
