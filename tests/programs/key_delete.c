/* key_delete.c - a deleted key has no values and runs no destructors, and its
 * number begins anew.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t set, deleted;
static int destroyed;

static void destroy(void *value)
{
    (void)value;
    destroyed++;
}

static void *work(void *argument)
{
    assert(pthread_setspecific(key, argument) == 0);
    sem_post(&set);
    sem_wait(&deleted);
    assert(pthread_getspecific(key) == NULL);
    return NULL;
}

int main(void)
{
    pthread_key_t again, highest = PTHREAD_KEYS_MAX;
    pthread_t a, b;

    sem_init(&set, 0, 0);
    sem_init(&deleted, 0, 0);
    assert(pthread_key_create(&key, destroy) == 0);
    pthread_create(&a, NULL, work, &set);
    pthread_create(&b, NULL, work, &set);
    sem_wait(&set);
    sem_wait(&set);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_delete(key) == EINVAL);
    assert(pthread_setspecific(key, &set) == EINVAL);
    assert(pthread_setspecific(highest, &set) == EINVAL);
    assert(pthread_getspecific(highest) == NULL);
    assert(pthread_key_create(&again, destroy) == 0);
    assert(again == key); /* the lowest free number */
    assert(pthread_getspecific(again) == NULL);
    sem_post(&deleted);
    sem_post(&deleted);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(destroyed == 0);
    return 0;
}
