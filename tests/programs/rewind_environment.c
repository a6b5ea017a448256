/* rewind_environment.c - variables that the program set are gone, those that it
 * removed are back.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char mine[] = "REWIND_PUT=1";
static char **began;

__attribute__((constructor)) static void before_main(void)
{
    setenv("REWIND_EARLY", "early", 1);
    began = environ;
}

static void *set(void *argument)
{
    setenv(argument, "1", 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    assert(environ == began && getenv("PATH") != NULL);
    assert(strcmp(getenv("REWIND_EARLY"), "early") == 0);
    assert(getenv("REWIND_A") == NULL && getenv("REWIND_B") == NULL);
    assert(getenv("REWIND_PUT") == NULL);
    pthread_create(&a, NULL, set, "REWIND_A");
    pthread_create(&b, NULL, set, "REWIND_B");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(getenv("REWIND_A") != NULL && getenv("REWIND_B") != NULL);
    setenv("REWIND_EARLY", "late", 1);
    putenv(mine);
    unsetenv("PATH");
    if (getenv("HOME") != NULL)
        clearenv();
    return 0;
}
