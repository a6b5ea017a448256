/* cond_old_version.c - a program bound to the conditions of glibc 2.2.5.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

#define OLD(name) __asm__(".symver old_" #name ", " #name "@GLIBC_2.2.5")
OLD(pthread_cond_init);
OLD(pthread_cond_wait);
OLD(pthread_cond_timedwait);
OLD(pthread_cond_signal);
OLD(pthread_cond_broadcast);
OLD(pthread_cond_destroy);
int old_pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *);
int old_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int old_pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *,
                               const struct timespec *);
int old_pthread_cond_signal(pthread_cond_t *);
int old_pthread_cond_broadcast(pthread_cond_t *);
int old_pthread_cond_destroy(pthread_cond_t *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static pthread_cond_t empty;
static int item, taken;

static void *consume(void *argument)
{
    struct timespec past = { .tv_sec = 1 };
    int error;

    pthread_mutex_lock(&lock);
    while (item == 0)
        assert(old_pthread_cond_wait(&full, &lock) == 0);
    item = 0;
    taken++;
    assert(old_pthread_cond_broadcast(&empty) == 0);
    do
        error = old_pthread_cond_timedwait(&never, &lock, &past);
    while (error == 0);
    assert(error == ETIMEDOUT);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    __builtin_memset(&empty, 0xff, sizeof(empty)); /* init must not need 0 */
    assert(old_pthread_cond_init(&empty, NULL) == 0);
    pthread_create(&a, NULL, consume, NULL);
    pthread_create(&b, NULL, consume, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        while (item != 0)
            old_pthread_cond_wait(&empty, &lock);
        item = 1;
        assert(old_pthread_cond_signal(&full) == 0);
        pthread_mutex_unlock(&lock);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(taken == 2);
    assert(old_pthread_cond_destroy(&empty) == 0);
    assert(old_pthread_cond_destroy(&full) == 0);
    return 0;
}
