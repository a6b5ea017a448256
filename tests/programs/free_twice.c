/* free_twice.c - two threads see a pointer that is not cleared yet and both
 * free it.
 * EXPECT: double-free at 16
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>

static char *shared;

static void *dropper(void *argument)
{
    char *p = shared;

    if (p != NULL)
        free(p);
    shared = NULL;
    return argument;
}

int main(void)
{
    pthread_t a, b;

    shared = malloc(100);
    pthread_create(&a, NULL, dropper, NULL);
    pthread_create(&b, NULL, dropper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
