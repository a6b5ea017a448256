/* rewind_jump.c - an execution may end out of the middle of anything: deep in a
 * recursion, in a comparison of qsort, in a once, in a handler on another
 * stack, in a destructor, after a jump.  The next one begins at main.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sigjmp_buf back;
static ucontext_t context, after;
static char stack[65536];
static int first, state, jumped;

static void leave(void)
{
    assert(state == 1);
    state = 2;
    exit(0);
}

static int compare(const void *a, const void *b)
{
    leave();
    return a < b;
}

static void on_signal(int number)
{
    (void)number;
    if (first == 4)
        siglongjmp(back, 1);
    leave();
}

static void end_value(void *unused)
{
    (void)unused;
    leave();
}

static __attribute__((noinline)) int deep(int n)
{
    volatile char frame[1000];

    frame[0] = (char)n;
    if (n == 0)
        leave();
    return deep(n - 1) + frame[0];
}

static void *race(void *argument)
{
    pthread_mutex_lock(&lock);
    if (first == 0)
        first = (int)(long)argument;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *thread_with_value(void *argument)
{
    pthread_setspecific(key, argument);
    return NULL;
}

static void anywhere(void)
{
    int numbers[] = { 3, 1, 2 };
    pthread_t t;

    switch (first) {
    case 1:
        deep(200);
        break;
    case 2:
        qsort(numbers, 3, sizeof(int), compare);
        break;
    case 3:
        pthread_once(&once, leave);
        break;
    case 4:
        if (sigsetjmp(back, 1) == 0)
            raise(SIGUSR1);
        leave();
        break;
    case 5:
        raise(SIGUSR1); /* on the alternate stack */
        break;
    case 6:
        pthread_create(&t, NULL, thread_with_value, &t);
        pthread_join(t, NULL);
        break;
    default:
        getcontext(&context);
        context.uc_stack =
            (stack_t){ .ss_sp = stack, .ss_size = sizeof(stack) };
        context.uc_link = &after;
        makecontext(&context, leave, 0);
        swapcontext(&after, &context);
    }
}

int main(void)
{
    static char handler_stack[65536];
    const stack_t alternate = { .ss_sp = handler_stack,
                                .ss_size = sizeof(handler_stack) };
    struct sigaction action = { .sa_handler = on_signal,
                                .sa_flags = SA_ONSTACK };
    pthread_t t[7];

    assert(state == 0 && jumped == 0);
    state = 1;
    sigaltstack(&alternate, NULL);
    sigaction(SIGUSR1, &action, NULL);
    pthread_key_create(&key, end_value);
    for (long i = 0; i < 7; i++)
        pthread_create(&t[i], NULL, race, (void *)(i + 1));
    for (int i = 0; i < 7; i++)
        pthread_join(t[i], NULL);
    anywhere();
    assert(!"main goes on");
}
