/* heap_invalid_free_static.c - a name that is allocated unless the other thread
 * came first, and freed in any case.
 * EXPECT: invalid-free at 18
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static char nobody[] = "nobody";
static char *name = nobody;

static void *forget(void *argument)
{
    char *old = name;

    name = nobody;
    free(old);
    return argument;
}

static void *set(void *argument)
{
    name = strdup("somebody");
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, set, NULL);
    pthread_create(&b, NULL, forget, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
