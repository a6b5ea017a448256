/* join_chain.c - threads that make and join others: what the last one wrote
 * main reads.  One thread of the twin does not wait for the one it made.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

THREAD(last)
{
    data = 1;
    return NULL;
}

THREAD(middle)
{
    pthread_t t;

    pthread_create(&t, NULL, last, NULL);
    TWO(pthread_join(t, NULL), pthread_detach(t));
    return NULL;
}

THREAD(first)
{
    pthread_t t;

    pthread_create(&t, NULL, middle, NULL);
    pthread_join(t, NULL);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, first, NULL);
    pthread_join(t, NULL);
    sink = data;
    return 0;
}
