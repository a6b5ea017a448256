/* pantry.c - two eaters are woken for one loaf.
 *
 * CLASS: missing re-test
 * FAILS: assertion
 * CAUSE: pantry.c:19 `if (loaves == 0) {` tested once
 * CAUSE: pantry.c:21 `pthread_cond_wait(&baked, &lock);` both come back
 * CAUSE: pantry.c:24 `loaves--;` the second takes what is not there
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t baked = PTHREAD_COND_INITIALIZER;
static int loaves, eaten, waiting;

static void *eater(void *arg)
{
    pthread_mutex_lock(&lock);
    if (loaves == 0) {
        waiting++;
        pthread_cond_wait(&baked, &lock);
        waiting--;
    }
    loaves--;
    eaten++;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *baker(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        loaves++;
        pthread_cond_broadcast(&baked);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *inspector(void *arg)
{
    pthread_mutex_lock(&lock);
    assert(loaves >= 0);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { eater, eater, baker, inspector };
    pthread_t t[4];

    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(eaten == 2);
    return 0;
}
