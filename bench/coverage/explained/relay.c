/* relay.c - the third relies on the first through the second.
 *
 * CLASS: three threads
 * FAILS: assertion
 * CAUSE: relay.c:17 `ready = 1;` said too early
 * CAUSE: relay.c:18 `cargo = 5;` loaded later
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, told;
static int cargo;

static void *loader(void *arg)
{
    ready = 1;
    cargo = 5;
    return arg;
}

static void *foreman(void *arg)
{
    if (ready)
        told = 1;
    return arg;
}

static void *driver(void *arg)
{
    if (told)
        assert(cargo == 5);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { loader, foreman, driver };
    pthread_t t[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
