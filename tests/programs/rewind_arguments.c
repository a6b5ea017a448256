/* rewind_arguments.c - the program's arguments and the strings of its
 * environment, which lie above main's frame, are there again after they were
 * overwritten.
 * EXPECT: clean
 * EXECUTIONS: 300
 * ARGS: one two
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int met;

/* The environment differs from run to run: it must not enter the event hash,
 * as instrumented accesses and calls of memset do. */
__attribute__((no_sanitize("thread"))) static void fill(char *s, char with)
{
    for (volatile char *p = s; *p != '\0'; p++)
        *p = with;
}

__attribute__((no_sanitize("thread"))) static void check_environment(void)
{
    for (int i = 0; environ[i] != NULL; i++) {
        const volatile char *p = environ[i];

        while (*p != '=' && *p != '\0')
            p++;
        assert(*p == '=');
    }
}

__attribute__((no_sanitize("thread"))) static void spoil_environment(void)
{
    for (int i = 0; environ[i] != NULL; i++)
        fill(environ[i], '-');
}

static void *meet(void *argument)
{
    met++;
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t a, b;

    assert(argc == 3 && argv[3] == NULL);
    assert(strcmp(argv[1], "one") == 0 && strcmp(argv[2], "two") == 0);
    assert(strstr(argv[0], "rewind_arguments") != NULL);
    check_environment();
    pthread_create(&a, NULL, meet, NULL);
    pthread_create(&b, NULL, meet, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    /* As programs do that change what ps shows. */
    spoil_environment();
    fill(argv[0], '-');
    fill(argv[2], '-');
    argv[1] = NULL;
    return 0;
}
