/* spin_lock.c - a spin lock excludes; a try on a held one says EBUSY.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int inside, entered;

static void *enter(void *argument)
{
    int error;

    for (int i = 0; i < 2; i++) {
        assert(pthread_spin_lock(&lock) == 0);
        assert(inside++ == 0);
        assert(pthread_spin_trylock(&lock) == EBUSY);
        entered++;
        inside--;
        assert(pthread_spin_unlock(&lock) == 0);
    }
    error = pthread_spin_trylock(&lock);
    assert(error == 0 || error == EBUSY);
    if (error == 0) {
        assert(inside == 0);
        assert(pthread_spin_unlock(&lock) == 0);
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;

    assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
    pthread_create(&a, NULL, enter, NULL);
    pthread_create(&b, NULL, enter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entered == 4);
    assert(pthread_spin_trylock(&lock) == 0);
    assert(pthread_spin_unlock(&lock) == 0);
    assert(pthread_spin_destroy(&lock) == 0);
    return 0;
}
