/* signal_other_thread.c - the handler runs in one thread while another writes;
 * the twin writes before it sends the signal. EXPECT: seen TWIN: none
 */
#include <signal.h>
#include "race.h"

static atomic_int flag;

static void handler(int signal)
{
    (void)signal;
    data++;
}

THREAD(a)
{
    for (int i = 0; i < 100 && !atomic_load(&flag); i++)
        sched_yield();
    return NULL;
}

int main(void)
{
    pthread_t t;

    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, a, NULL);
    TWO((void)0, data++);
    pthread_kill(t, SIGUSR1);
    TWO(data++, (void)0);
    atomic_store(&flag, 1);
    pthread_join(t, NULL);
    return 0;
}
