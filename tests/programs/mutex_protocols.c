/* mutex_protocols.c - adaptive and priority-inheriting mutexes exclude as any
 * other; a ceiling can be read and changed.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t adaptive = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t inherits, protects;
static int in_adaptive, in_inherits, done;

static void *use_both(void *argument)
{
    for (int i = 0; i < 2; i++) {
        assert(pthread_mutex_lock(&adaptive) == 0);
        assert(in_adaptive++ == 0);
        in_adaptive--;
        assert(pthread_mutex_unlock(&adaptive) == 0);
        assert(pthread_mutex_lock(&inherits) == 0);
        assert(in_inherits++ == 0);
        done++;
        in_inherits--;
        assert(pthread_mutex_unlock(&inherits) == 0);
    }
    /* Those that know their holder tell, even when of the normal type. */
    pthread_mutex_lock(&adaptive);
    pthread_mutex_unlock(&adaptive);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_t a, b;
    int ceiling, old;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    assert(pthread_mutex_init(&inherits, &attributes) == 0);
    assert(pthread_mutex_unlock(&inherits) == EPERM);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&attributes, 7);
    assert(pthread_mutex_init(&protects, &attributes) == 0);
    pthread_create(&a, NULL, use_both, NULL);
    pthread_create(&b, NULL, use_both, NULL);
    assert(pthread_mutex_getprioceiling(&protects, &ceiling) == 0);
    assert(ceiling == 7);
    assert(pthread_mutex_setprioceiling(&protects, 9, &old) == 0 && old == 7);
    assert(pthread_mutex_setprioceiling(&protects, 1000, &old) == EINVAL);
    assert(pthread_mutex_setprioceiling(&adaptive, 9, &old) == EINVAL);
    pthread_mutex_getprioceiling(&protects, &ceiling);
    assert(ceiling == 9);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(done == 4);
    return 0;
}
