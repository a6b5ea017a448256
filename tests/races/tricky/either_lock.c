/* either_lock.c - data is written under two locks and read under either; the
 * reader of the twin goes on if it does not get the lock.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

THREAD(writer)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        pthread_mutex_lock(&m2);
        data++;
        pthread_mutex_unlock(&m2);
        pthread_mutex_unlock(&m);
    }
    return NULL;
}

THREAD(reader)
{
    pthread_mutex_lock(&m);
    sink += data;
    pthread_mutex_unlock(&m);
    int error = TWO(pthread_mutex_lock, pthread_mutex_trylock)(&m2);
    sink += data;
    if (error == 0)
        pthread_mutex_unlock(&m2);
    return NULL;
}

int main(void)
{
    run(writer, reader);
    return 0;
}
