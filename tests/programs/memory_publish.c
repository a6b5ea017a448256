/* memory_publish.c - an atomic pointer publishes an object that is complete.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct object {
    char name[32];
    int number;
};

static _Atomic(struct object *) published;

static void *produce(void *unused)
{
    struct object *o = malloc(sizeof(*o));

    strcpy(o->name, "complete");
    o->number = 7;
    atomic_store_explicit(&published, o, memory_order_release);
    return unused;
}

static void *consume(void *unused)
{
    struct object *o = atomic_load_explicit(&published, memory_order_acquire);

    if (o != NULL)
        assert(o->number == 7 && strcmp(o->name, "complete") == 0);
    return unused;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, produce, NULL);
    pthread_create(&t[1], NULL, consume, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    free(published);
    return 0;
}
