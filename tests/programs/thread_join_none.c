/* thread_join_none.c - one more thread is joined than was made: a fault in
 * every plain run.
 * EXPECT: thread-misuse at 23
 * EXECUTIONS: 5
 */
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t all[3];

    all[2] = 0x1234;
    for (int i = 0; i < 2; i++)
        pthread_create(&all[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++) {
        /* The third was never made. */
        pthread_join(all[i], NULL);
    }
    return 0;
}
