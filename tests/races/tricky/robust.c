/* robust.c - the owner of a robust lock ends; the next one goes on with what it
 * left.  The twin tries the lock and does not look whether it got it.
 * EXPECT: none
 * TWIN: seen
 */
#define _GNU_SOURCE
#include "../race.h"

#include <errno.h>

static pthread_mutex_t lock;

THREAD(a)
{
    pthread_mutex_lock(&lock);
    data = 1;
    data = 2;
    return NULL;
}

THREAD(b)
{
    int error = TWO(pthread_mutex_lock, pthread_mutex_trylock)(&lock);

    if (error == EOWNERDEAD)
        pthread_mutex_consistent(&lock);
    data++;
    if (error != EBUSY)
        pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&lock, &attributes);
    run(a, b);
    return 0;
}
