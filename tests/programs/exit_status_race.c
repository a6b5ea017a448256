/* exit_status_race.c - a lost update shows in the exit status alone.
 * EXPECT: exit-status
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static int served;

static void *serve(void *arg)
{
    served++;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, serve, NULL);
    pthread_create(&t[1], NULL, serve, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return served == 2 ? 0 : 1;
}
