/* signal_handler.c - a handler and its own thread: not two threads.
 * EXPECT: none
 */
#include <signal.h>
#include "race.h"

static void handler(int signal)
{
    (void)signal;
    data++;
}

THREAD(a)
{
    pthread_kill(pthread_self(), SIGUSR1);
    data++;
    return NULL;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, a, NULL);
    pthread_join(t, NULL);
    return 0;
}
