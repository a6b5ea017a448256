/* many_threads.c - two of twenty threads meet; those of the twin have a variable
 * each.
 * EXPECT: seen
 * TWIN: none
 */
#include "race.h"

#define OTHERS 18

THREAD(idle)
{
    return NULL;
}

THREAD(a)
{
    data++;
    return NULL;
}

THREAD(b)
{
    TWO(data, data2)++;
    return NULL;
}

int main(void)
{
    pthread_t others[OTHERS];

    for (int i = 0; i < OTHERS; i++)
        pthread_create(&others[i], NULL, idle, NULL);
    run(a, b); /* their numbers are above 16 */
    for (int i = 0; i < OTHERS; i++)
        pthread_join(others[i], NULL);
    return 0;
}
