/* create_join.c - each thread is joined before the next; the twin joins both at
 * the end. EXPECT: none TWIN: seen
 */
#include "race.h"

THREAD(a)
{
    data++;
    return NULL;
}

int main(void)
{
    pthread_t t, u;

    data = 1;
    pthread_create(&t, NULL, a, NULL);
    TWO(pthread_join(t, NULL), (void)0);
    pthread_create(&u, NULL, a, NULL);
    TWO((void)0, pthread_join(t, NULL));
    pthread_join(u, NULL);
    return data < 2;
}
