/* spin_uninstrumented.c - a loop that no hook interrupts waits for another
 * thread: the watchdog must end its turns.
 * EXPECT: clean
 * EXECUTIONS: 5
 */
#include <assert.h>
#include <pthread.h>

static volatile int flag;
static int value;

__attribute__((no_sanitize("thread"), noinline)) static void await_flag(void)
{
    __asm__ volatile("1: pause\n"
                     "   cmpl $0, %0\n"
                     "   je 1b"
                     :
                     : "m"(flag)
                     : "memory");
}

static void *waiter(void *unused)
{
    (void)unused;
    await_flag();
    assert(value == 1);
    return NULL;
}

static void *setter(void *unused)
{
    (void)unused;
    value = 1;
    flag = 1;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, setter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
