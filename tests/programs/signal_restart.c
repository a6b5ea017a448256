/* signal_restart.c - after a handler with SA_RESTART sem_wait and read go on
 * waiting; nanosleep and sigtimedwait end all the same.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

static atomic_int handled, at;
static sem_t post;
static int ends[2];

static void handler(int signo)
{
    (void)signo;
    handled++;
}

static void *waiter(void *unused)
{
    const struct timespec day = { .tv_sec = 86400 };
    sigset_t other;
    char byte = 0;

    (void)unused;
    assert(sem_wait(&post) == 0);
    at = 1;
    assert(read(ends[0], &byte, 1) == 1 && byte == 'x');
    at = 2;
    /* Virtual time may reach the end of either. */
    assert(nanosleep(&day, NULL) == 0 || errno == EINTR);
    at = 3;
    sigemptyset(&other);
    sigaddset(&other, SIGUSR2);
    assert(sigtimedwait(&other, NULL, &day) == -1);
    assert(errno == EINTR || errno == EAGAIN);
    at = 4;
    return NULL;
}

static void ring(pthread_t t)
{
    int before = handled;

    assert(pthread_kill(t, SIGUSR1) == 0);
    while (handled == before)
        usleep(100);
}

int main(void)
{
    struct sigaction act = { .sa_handler = handler, .sa_flags = SA_RESTART };
    pthread_t a;

    sigaction(SIGUSR1, &act, NULL);
    sem_init(&post, 0, 0);
    assert(pipe(ends) == 0);
    pthread_create(&a, NULL, waiter, NULL);
    ring(a);
    assert(at == 0);
    sem_post(&post);
    while (at < 1)
        usleep(100);
    ring(a);
    assert(at == 1);
    assert(write(ends[1], "x", 1) == 1);
    while (at < 4) {
        pthread_kill(a, SIGUSR1);
        usleep(1000);
    }
    pthread_join(a, NULL);
    assert(at == 4);
}
