/* heap_constructor_block.c - a block that a constructor allocated, before
 * anything was under control, is watched like any other.
 * EXPECT: heap-use-after-free at 19
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>

static int *settings;

__attribute__((constructor)) static void build(void)
{
    settings = calloc(10, sizeof(*settings));
}

static void *reader(void *argument)
{
    int *s = settings;
    int first = s != NULL ? s[0] : 0;

    return first == 0 ? argument : NULL;
}

static void *dropper(void *argument)
{
    free(settings);
    settings = NULL;
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, dropper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
