/* rewind_owner.c - a program that gives up its rights has them again: what
 * cannot be undone is done in a process of its own.
 * EXPECT: clean
 * EXECUTIONS: 100
 * ISOLATION: fork
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <unistd.h>

static int first;

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    uid_t real, effective, saved;

    assert(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0);
    assert(getresuid(&real, &effective, &saved) == 0);
    assert(real != 65534 || effective != 65534);
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
    if (effective == 0)
        assert(setuid(65534) == 0);
    return 0;
}
