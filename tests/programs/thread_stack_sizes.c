/* thread_stack_sizes.c - threads with stacks of 64 KiB and 32 MiB can use them,
 * and pthread_getattr_np tells where they are.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int deep;

static __attribute__((noinline)) int use(size_t bytes)
{
    volatile char frame[4096];

    memset((char *)frame, 1, sizeof(frame));
    if (bytes > sizeof(frame) + 256)
        return frame[100] + use(bytes - sizeof(frame) - 256);
    return frame[200];
}

static void *work(void *argument)
{
    size_t wanted = (size_t)(uintptr_t)argument, size, guard;
    pthread_attr_t attr;
    char here;
    void *stack;
    int state;

    assert(pthread_getattr_np(pthread_self(), &attr) == 0);
    assert(pthread_attr_getstack(&attr, &stack, &size) == 0);
    assert(size == wanted);
    assert(&here > (char *)stack && &here < (char *)stack + size);
    assert(pthread_attr_getguardsize(&attr, &guard) == 0 && guard == 4096);
    assert(pthread_attr_getdetachstate(&attr, &state) == 0);
    assert(state == PTHREAD_CREATE_JOINABLE);
    pthread_attr_destroy(&attr);
    assert(use(wanted - wanted / 2) > 0);
    pthread_mutex_lock(&lock);
    deep++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    const size_t sizes[] = { 64 << 10, 32 << 20, 1 << 20 };
    pthread_t threads[3];

    for (int i = 0; i < 3; i++) {
        pthread_attr_t attr;

        pthread_attr_init(&attr);
        assert(pthread_attr_setstacksize(&attr, sizes[i]) == 0);
        assert(pthread_create(&threads[i], &attr, work, (void *)sizes[i]) == 0);
        pthread_attr_destroy(&attr);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(deep == 3);
    return 0;
}
