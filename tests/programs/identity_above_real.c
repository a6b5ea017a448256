/* identity_above_real.c - no number that a thread is shown can be the real
 * number of another: a mutex that was locked before control began carries the
 * real one, whichever that was, and is main's.
 * EXPECT: clean
 * EXECUTIONS: 10
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

#define PID_MAX_LIMIT (4 << 20) /* the kernel's, on 64 bits */
#define STRIDE 500              /* no block of thread numbers lies in between */

static pthread_mutex_t locked_early = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_barrier_t both;

__attribute__((constructor)) static void before(void)
{
    assert(pthread_mutex_lock(&locked_early) == 0);
}

static void *ask(void *argument)
{
    pid_t tid = gettid();
    int error;

    assert(tid > PID_MAX_LIMIT);
    pthread_barrier_wait(&both);
    error = pthread_mutex_unlock(&locked_early);
    assert(error == EPERM);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    assert(getpid() > PID_MAX_LIMIT && gettid() > PID_MAX_LIMIT);
    assert(getppid() > PID_MAX_LIMIT);
    for (int real = 1; real <= PID_MAX_LIMIT; real += STRIDE) {
        locked_early.__data.__owner = real;
        assert(pthread_mutex_lock(&locked_early) == EDEADLK);
    }
    pthread_barrier_init(&both, NULL, 2);
    pthread_create(&a, NULL, ask, NULL);
    pthread_create(&b, NULL, ask, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_mutex_unlock(&locked_early) == 0);
    return 0;
}
