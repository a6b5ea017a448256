/* mutex_trylock_spin.c - threads that spin on a try are left out while nothing
 * changes, and get the mutex in the end.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, entered;

static void *spin(void *argument)
{
    int error;

    while ((error = pthread_mutex_trylock(&lock)) != 0) {
        assert(error == EBUSY);
        if (argument != NULL)
            sched_yield();
    }
    assert(inside++ == 0);
    entered++;
    inside--;
    assert(pthread_mutex_unlock(&lock) == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_mutex_lock(&lock);
    pthread_create(&a, NULL, spin, NULL);
    pthread_create(&b, NULL, spin, &lock);
    assert(entered == 0);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(entered == 2);
    return 0;
}
