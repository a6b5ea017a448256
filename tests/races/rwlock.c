/* rwlock.c - a reader-writer lock; the writer of the twin takes its read side.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

THREAD(a)
{
    TWO(pthread_rwlock_wrlock, pthread_rwlock_rdlock)(&rw);
    data++;
    pthread_rwlock_unlock(&rw);
    return NULL;
}

THREAD(b)
{
    pthread_rwlock_rdlock(&rw);
    sink = data;
    pthread_rwlock_unlock(&rw);
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
