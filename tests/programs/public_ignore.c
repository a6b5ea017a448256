/* public_ignore.c - accesses that the program wants ignored are no places to
 * switch, plain, volatile and atomic ones; the lock in between still is, and a
 * thread that waits in a loop of them lets the others go on.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include "../../include/raddle.h"

#include <assert.h>
#include <pthread.h>

static int plain, loud;
static volatile int also;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    raddle_ignore_begin();
    plain++;
    also++;
    plain += __atomic_load_n(&loud, __ATOMIC_RELAXED) * 0 + 1;
    raddle_ignore_end();
    raddle_ignore_begin();
    pthread_mutex_lock(&lock);
    __atomic_fetch_add(&loud, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    while (__atomic_load_n(&loud, __ATOMIC_RELAXED) < 3)
        ;
    raddle_ignore_end();
    return arg;
}

int main(void)
{
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    assert(plain == 6);
    assert(also == 3);
    return 0;
}
