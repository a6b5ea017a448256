/* rwlock_upgrade.c - a reader gives its lock back and tries to become the
 * writer; in the twin it tries to read again.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

THREAD(raise_it)
{
    pthread_rwlock_rdlock(&lock);
    int seen = data;
    pthread_rwlock_unlock(&lock);

    for (int i = 0; i < 3 && seen < 2; i++) {
        if (TWO(pthread_rwlock_trywrlock, pthread_rwlock_tryrdlock)(&lock) != 0)
            continue;
        seen = data++;
        pthread_rwlock_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    run(raise_it, raise_it);
    return 0;
}
