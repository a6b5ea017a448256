/* forks.c - two locks in two orders.
 *
 * CLASS: lock order
 * FAILS: deadlock
 * CAUSE: forks.c:19 `pthread_mutex_lock(&left);` left first
 * CAUSE: forks.c:20 `pthread_mutex_lock(&right);` then right
 * CAUSE: forks.c:29 `pthread_mutex_lock(&right);` right first
 * CAUSE: forks.c:30 `pthread_mutex_lock(&left);` then left
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int meals;

static void *one(void *arg)
{
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    meals++;
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
    return arg;
}

static void *other(void *arg)
{
    pthread_mutex_lock(&right);
    pthread_mutex_lock(&left);
    meals++;
    pthread_mutex_unlock(&left);
    pthread_mutex_unlock(&right);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { one, other };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(meals == 2);
    return 0;
}
