/* heap_atomic_freed.c - a reference count that is raised after it was read as
 * not zero: the object may be gone in between.
 * EXPECT: heap-use-after-free at 20
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
    atomic_int references;
    char data[60];
};
static _Atomic(struct object *) shared;

static void *take(void *argument)
{
    struct object *o = atomic_load(&shared);

    if (o != NULL && atomic_fetch_add(&o->references, 1) > 0)
        atomic_fetch_sub(&o->references, 1);
    return argument;
}

static void *drop(void *argument)
{
    struct object *o = atomic_exchange(&shared, NULL);

    if (atomic_fetch_sub(&o->references, 1) == 1)
        free(o);
    return argument;
}

int main(void)
{
    pthread_t a, b;
    struct object *o = calloc(1, sizeof(*o));

    atomic_store(&o->references, 1);
    atomic_store(&shared, o);
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, drop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
