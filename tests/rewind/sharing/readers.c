/* readers.c - what two threads only read, until a third has a reason to write
 * it. */
#include "state.h"

static int setting = 1, unchanged = 5, ready, saw[2];

static void *reader(void *argument)
{
    int me = *(int *)argument;
    int sum = setting;

    if (unchanged == 5)
        ready = 1;
    sum = sum * 3 + setting;
    saw[me] = sum;
    return NULL;
}

int main(void)
{
    static int me[2] = { 0, 1 };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, reader, &me[i]);
    if (ready == 1)
        setting = 2;
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    ended(saw[0] * 16 + saw[1]);
}
