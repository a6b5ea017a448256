/* fault_null_race.c - a connection is looked at, closed by another thread, and
 * then used.
 * EXPECT: fatal-signal at 19
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stddef.h>

struct connection {
    int requests;
};

static struct connection slot;
static struct connection *volatile current = &slot;

static void *serve(void *arg)
{
    if (current != NULL)
        current->requests++; /* here */
    return arg;
}

static void *hang_up(void *arg)
{
    current = NULL;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, serve, NULL);
    pthread_create(&t[1], NULL, hang_up, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
