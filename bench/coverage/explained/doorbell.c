/* doorbell.c - a waiter tests with if, and a wake-up without a signal lets
 * it go on.
 *
 * CLASS: missing re-test
 * FAILS: assertion
 * CAUSE: doorbell.c:19 `if (visitors == 0)` if, not while
 * CAUSE: doorbell.c:20 `pthread_cond_wait(&rung, &lock);` may end without a signal
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t rung = PTHREAD_COND_INITIALIZER;
static int visitors, opened;

static void *butler(void *arg)
{
    pthread_mutex_lock(&lock);
    if (visitors == 0)
        pthread_cond_wait(&rung, &lock);
    opened = visitors;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *visitor(void *arg)
{
    pthread_mutex_lock(&lock);
    visitors = 1;
    pthread_cond_signal(&rung);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { butler, visitor };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(opened == 1);
    return 0;
}
