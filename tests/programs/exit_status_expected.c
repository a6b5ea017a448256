/* exit_status_expected.c - a program whose usual status is not 0.
 * EXPECT: clean
 * EXECUTIONS: 100
 * OPTIONS: --expect-exit 3
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int served;

static void *serve(void *arg)
{
    atomic_fetch_add(&served, 1);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, serve, NULL);
    pthread_create(&t[1], NULL, serve, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 1 + atomic_load(&served);
}
