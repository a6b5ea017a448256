/* futex_condition_word.c - a futex call on the first word of a condition
 * variable of POSIX does not wake the thread that waits for the condition.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waits, ready;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&m);
    waits = 1;
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&m);
    if (waits)
        assert(syscall(SYS_futex, &c, FUTEX_WAKE, INT_MAX, NULL, NULL, 0) == 0);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
