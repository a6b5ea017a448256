/* thread_user_stack.c - a thread runs on the stack that the program gives it;
 * after join the memory is the program's again.
 * EXPECT: clean
 * EXECUTIONS: 40
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#define SIZE (256 << 10)

static char *given[2];
static _Thread_local int local = 3;

static void *work(void *stack)
{
    pthread_attr_t attr;
    void *told;
    size_t size;
    char here;

    assert(&here > (char *)stack && &here < (char *)stack + SIZE);
    assert(local++ == 3);
    assert(pthread_getattr_np(pthread_self(), &attr) == 0);
    assert(pthread_attr_getstack(&attr, &told, &size) == 0);
    assert(told == stack && size == SIZE);
    pthread_attr_destroy(&attr);
    return stack;
}

static void run(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++) {
        pthread_attr_t attr;

        pthread_attr_init(&attr);
        assert(pthread_attr_setstack(&attr, given[i], SIZE) == 0);
        assert(pthread_create(&threads[i], &attr, work, given[i]) == 0);
        pthread_attr_destroy(&attr);
    }
    for (int i = 0; i < 2; i++) {
        void *result;

        assert(pthread_join(threads[i], &result) == 0 && result == given[i]);
        memset(given[i], 0, SIZE);
    }
}

int main(void)
{
    for (int i = 0; i < 2; i++)
        given[i] = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    run();
    run();
    for (int i = 0; i < 2; i++)
        assert(munmap(given[i], SIZE) == 0);
    for (int i = 0; i < 2; i++)
        given[i] = mmap(NULL, SIZE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    run();
    return 0;
}
