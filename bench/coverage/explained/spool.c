/* spool.c - the worker does not wait for the configuration.
 *
 * CLASS: use before initialisation
 * FAILS: assertion
 * CAUSE: spool.c:17 `size = 8;` set too late
 * CAUSE: spool.c:24 `used = size;` used without a look at configured
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int configured, used;
static int size;

static void *configure(void *arg)
{
    size = 8;
    configured = 1;
    return arg;
}

static void *work(void *arg)
{
    used = size;
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { configure, work };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(used == 8);
    return 0;
}
