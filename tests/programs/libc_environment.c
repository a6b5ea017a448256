/* libc_environment.c - the environment is one for all threads: what was put
 * there may be replaced before it is looked up.
 * EXPECT: assertion at 19
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *set(void *argument)
{
    const char *mine = argument;
    const char *found;

    setenv("WHOSE", mine, 1);
    found = getenv("WHOSE");
    assert(found != NULL);
    assert(strcmp(found, mine) == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, set, "a");
    pthread_create(&b, NULL, set, "b");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
