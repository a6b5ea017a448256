/* create_then_write.c - main writes after it has created the thread; the twin
 * joins first. EXPECT: seen TWIN: none
 */
#include "race.h"

THREAD(a)
{
    data++;
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, a, NULL);
    TWO((void)0, pthread_join(t, NULL));
    data = 1;
    TWO(pthread_join(t, NULL), (void)0);
    return 0;
}
