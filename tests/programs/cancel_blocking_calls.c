/* cancel_blocking_calls.c - every call that waits is a cancellation point.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int empty[2]; /* a pipe into which nobody writes */
static sem_t zero;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static struct timespec later;

static void in_read(void)
{
    char c;

    read(empty[0], &c, 1);
}

static void in_poll(void)
{
    poll(&(struct pollfd){ .fd = empty[0], .events = POLLIN }, 1, -1);
}

static void in_select(void)
{
    fd_set set;

    FD_ZERO(&set);
    FD_SET(empty[0], &set);
    select(empty[0] + 1, &set, NULL, NULL, NULL);
}

static void in_epoll(void)
{
    struct epoll_event event = { .events = EPOLLIN };
    int fd = epoll_create1(0);

    epoll_ctl(fd, EPOLL_CTL_ADD, empty[0], &event);
    epoll_wait(fd, &event, 1, -1);
}

static void in_receive(void)
{
    int pair[2];
    char c;

    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    recv(pair[0], &c, 1, 0);
}

static void in_semaphore(void)
{
    sem_wait(&zero);
}

static void in_timed_semaphore(void)
{
    sem_timedwait(&zero, &later);
}

static void give_back(void *mutex)
{
    pthread_mutex_unlock(mutex);
}

static void in_timed_condition(void)
{
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(give_back, &lock);
    while (pthread_cond_timedwait(&never, &lock, &later) == 0)
        ;
    pthread_cleanup_pop(1);
}

static void in_sleep(void)
{
    clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &later, NULL);
}

static void in_pause(void)
{
    pause();
}

static void in_sigwait(void)
{
    sigset_t set;
    int got;

    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    sigwait(&set, &got);
}

static void (*const calls[])(void) = {
    in_read,    in_poll,      in_select,          in_epoll,
    in_receive, in_semaphore, in_timed_semaphore, in_timed_condition,
    in_sleep,   in_pause,     in_sigwait,
};
#define CALLS (sizeof(calls) / sizeof(calls[0]))

static void *work(void *call)
{
    for (;;)
        (*(void (**)(void))call)();
    return call;
}

int main(void)
{
    pthread_t threads[CALLS];

    assert(pipe(empty) == 0);
    sem_init(&zero, 0, 0);
    clock_gettime(CLOCK_REALTIME, &later);
    later.tv_sec += 1000000;
    for (size_t i = 0; i < CALLS; i++)
        assert(pthread_create(&threads[i], NULL, work, (void *)&calls[i]) == 0);
    for (size_t i = 0; i < CALLS; i++)
        assert(pthread_cancel(threads[i]) == 0);
    for (size_t i = 0; i < CALLS; i++) {
        void *result;

        assert(pthread_join(threads[i], &result) == 0);
        assert(result == PTHREAD_CANCELED);
    }
    return 0;
}
