/* meter.c - a reader resets a counter without the lock that writers hold.
 *
 * CLASS: missing lock
 * FAILS: assertion
 * CAUSE: meter.c:26 `sum += level;` read without the lock
 * CAUSE: meter.c:27 `level = 0;` a count in between is lost
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level, sum;

static void *writer(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        level++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *reader(void *arg)
{
    sum += level;
    level = 0;
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { writer, reader };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sum + level == 2);
    return 0;
}
