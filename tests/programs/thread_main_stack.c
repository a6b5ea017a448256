/* thread_main_stack.c - pthread_getattr_np knows the main thread's stack, from
 * any thread.
 * EXPECT: clean
 * EXECUTIONS: 50
 * ENVIRONMENT: same
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *look(void *in_main)
{
    pthread_attr_t attr;
    void *stack;
    size_t size;

    assert(pthread_getattr_np(main_thread, &attr) == 0);
    assert(pthread_attr_getstack(&attr, &stack, &size) == 0);
    assert((char *)in_main > (char *)stack);
    assert((char *)in_main < (char *)stack + size);
    pthread_attr_destroy(&attr);
    return NULL;
}

int main(void)
{
    pthread_t t;
    char here;

    main_thread = pthread_self();
    pthread_create(&t, NULL, look, &here);
    look(&here);
    pthread_join(t, NULL);
    return 0;
}
