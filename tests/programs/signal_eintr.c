/* signal_eintr.c - a handler without SA_RESTART ends sem_wait, read and
 * nanosleep with EINTR; a mutex lock and a condition wait go on.
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
static sem_t never;
static int ends[2];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handler(int signo)
{
    (void)signo;
    handled++;
}

static void *waiter(void *unused)
{
    const struct timespec day = { .tv_sec = 86400 };
    struct timespec left = { 0 };
    char byte;

    (void)unused;
    at = 1;
    assert(sem_wait(&never) == -1 && errno == EINTR);
    at = 2;
    assert(read(ends[0], &byte, 1) == -1 && errno == EINTR);
    at = 3;
    /* Virtual time may reach the end of any sleep. */
    if (nanosleep(&day, &left) != 0)
        assert(errno == EINTR && left.tv_sec > 0 && left.tv_sec <= 86400);
    at = 4;
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    at = 5;
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_handler = handler };
    pthread_t a;

    sigaction(SIGUSR1, &act, NULL);
    sem_init(&never, 0, 0);
    assert(pipe(ends) == 0);
    pthread_mutex_lock(&mutex);
    pthread_create(&a, NULL, waiter, NULL);
    /* A signal that comes before its wait begins is lost: send again. */
    while (at < 4) {
        pthread_kill(a, SIGUSR1);
        usleep(1000);
    }
    pthread_kill(a, SIGUSR1);
    usleep(1000);
    assert(at == 4);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    assert(at == 5 && handled >= 3);
}
