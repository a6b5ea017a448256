/* malloc_limit.c - a limit on the address space is felt as ENOMEM, and lifting
 * it helps.  Each time more is asked for: what was freed may be given again.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* The compiler must not reason about it. */
static void *(*volatile allocate)(size_t) = malloc;
static size_t many = (size_t)64 << 20;

static pthread_barrier_t all_started; /* a new thread needs memory, too */

static void *limited(void *argument)
{
    struct rlimit before, tight;
    void *p;

    pthread_barrier_wait(&all_started);
    pthread_mutex_lock(&lock);
    assert(getrlimit(RLIMIT_AS, &before) == 0);
    tight = before;
    tight.rlim_cur = 4096;
    assert(setrlimit(RLIMIT_AS, &tight) == 0);
    errno = 0;
    p = allocate(many);
    assert(p == NULL && errno == ENOMEM);
    assert(setrlimit(RLIMIT_AS, &before) == 0);
    p = allocate(many);
    assert(p != NULL);
    free(p);
    many *= 2;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_barrier_init(&all_started, NULL, 2);
    pthread_create(&a, NULL, limited, NULL);
    pthread_create(&b, NULL, limited, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
