/* once.c - one thread publishes a value, two others use it if it is there.
 * docs/prove.md proves it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int value;
static atomic_int published;

static void *publish(void *unused)
{
    (void)unused;
    value = 42;
    published = 1;
    return NULL;
}

static void *use(void *unused)
{
    (void)unused;
    if (published)
        assert(value == 42);
    return NULL;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, publish, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_create(&c, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
