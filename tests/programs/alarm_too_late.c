/* alarm_too_late.c - who sleeps longer than the watchdog allows is ended by it,
 * as without raddle.
 * EXPECT: fatal-signal
 * EXECUTIONS: 5
 */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *beat(void *argument)
{
    for (;;)
        sleep(1);
    return argument;
}

int main(void)
{
    pthread_t t;

    alarm(3);
    pthread_create(&t, NULL, beat, NULL);
    pthread_join(t, NULL);
    return 0;
}
