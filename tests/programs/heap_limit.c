/* heap_limit.c - a limit on the address space is felt in every execution, also
 * where an earlier one left memory that could be used again.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define MUCH (4 << 20)

static void *(*volatile allocate)(size_t) = malloc; /* nothing is assumed */
static pthread_barrier_t all_started; /* a new thread needs memory, too */

static void *work(void *argument)
{
    struct rlimit before, tight;
    char *p;

    pthread_barrier_wait(&all_started);
    if (argument == NULL)
        return NULL;
    assert(getrlimit(RLIMIT_AS, &before) == 0);
    tight = before;
    tight.rlim_cur = 4096;
    assert(setrlimit(RLIMIT_AS, &tight) == 0);
    assert(allocate(MUCH) == NULL && errno == ENOMEM);
    assert(setrlimit(RLIMIT_AS, &before) == 0);
    p = allocate(MUCH);
    assert(p != NULL && p[0] == 0 && memcmp(p, p + 1, MUCH - 1) == 0);
    memset(p, 1, MUCH);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_barrier_init(&all_started, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &b);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
