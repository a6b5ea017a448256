/* abort_reference_count.c - a reference count that is not atomic; who
 * finds the object not released in the end aborts.
 * EXPECT: abort at 36
 * EXECUTIONS: 500
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static struct object {
    int references;
    int released;
} object = { .references = 2 };

static void release(struct object *o)
{
    if (--o->references == 0)
        o->released++;
}

static void *use(void *arg)
{
    release(arg);
    return NULL;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, use, &object);
    pthread_create(&t[1], NULL, use, &object);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    if (object.released != 1)
        abort(); /* here */
    return 0;
}
