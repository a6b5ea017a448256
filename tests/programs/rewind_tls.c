/* rewind_tls.c - thread-local variables, errno among them, begin afresh in main
 * and in every thread of every execution.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static _Thread_local int zero, set = 7;
static _Thread_local char much[9000];
static int met;

static void fresh(void)
{
    assert(zero == 0 && set == 7 && errno == 0);
    assert(much[0] == 0 && much[8999] == 0);
}

static void spoil(void)
{
    zero = 1;
    set = 8;
    much[0] = much[8999] = 1;
    errno = EDOM;
}

static void *thread(void *argument)
{
    fresh();
    met++;
    spoil();
    return argument;
}

int main(void)
{
    pthread_t a, b;

    fresh();
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    spoil();
    return 0;
}
