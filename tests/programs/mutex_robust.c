/* mutex_robust.c - who locks a robust mutex after its holder ended is told so
 * and can repair it; given back unrepaired it is lost for ever.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t repaired, lost;
static int value; /* odd: in the middle of a change */

static void *die_holding(void *argument)
{
    assert(pthread_mutex_lock(&repaired) == 0);
    value = 1;
    assert(pthread_mutex_lock(&lost) == 0);
    pthread_exit(argument);
}

static void *visit(void *argument)
{
    int error = pthread_mutex_lock(&repaired);

    assert(error == 0 || error == EOWNERDEAD);
    assert((error == EOWNERDEAD) == (value == 1));
    if (error == EOWNERDEAD) {
        value++;
        assert(pthread_mutex_consistent(&repaired) == 0);
        assert(pthread_mutex_consistent(&repaired) == EINVAL);
    }
    assert(value % 2 == 0);
    assert(pthread_mutex_unlock(&repaired) == 0);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_t dies, a, b;
    int error;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&repaired, &attributes);
    pthread_mutex_init(&lost, &attributes);
    pthread_create(&dies, NULL, die_holding, NULL);
    pthread_create(&a, NULL, visit, NULL);
    pthread_create(&b, NULL, visit, NULL);
    pthread_join(dies, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    error = pthread_mutex_lock(&repaired);
    assert(error == (value == 1 ? EOWNERDEAD : 0));
    if (error == EOWNERDEAD)
        assert(pthread_mutex_consistent(&repaired) == 0);
    assert(pthread_mutex_unlock(&repaired) == 0);
    assert(pthread_mutex_unlock(&repaired) == EPERM);

    assert(pthread_mutex_trylock(&lost) == EOWNERDEAD);
    assert(pthread_mutex_unlock(&lost) == 0);
    assert(pthread_mutex_lock(&lost) == ENOTRECOVERABLE);
    assert(pthread_mutex_trylock(&lost) == ENOTRECOVERABLE);
    assert(pthread_mutex_consistent(&lost) == EINVAL);
    assert(pthread_mutex_destroy(&lost) == 0);
    return 0;
}
