/* hidden_by_lock.c - data is outside the lock; in most schedules its order
 * hides that. The twin accesses it inside. EXPECT: seen TWIN: none
 */
#include <unistd.h>
#include "race.h"

THREAD(a)
{
    TWO(data = 1, (void)0);
    pthread_mutex_lock(&m);
    TWO((void)0, data = 1);
    data2++;
    pthread_mutex_unlock(&m);
    return NULL;
}

THREAD(b)
{
    usleep(20000);
    pthread_mutex_lock(&m);
    data2++;
    TWO((void)0, data = 2);
    pthread_mutex_unlock(&m);
    TWO(data = 2, (void)0);
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
