/* fault_stack_handled.c - a program that survives the end of its stack: its
 * handler, on an alternate stack, jumps out; raddle does not step in.
 * EXPECT: clean
 * EXECUTIONS: 20
 * ENVIRONMENT: same
 * CFLAGS: -O0
 */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

static volatile int enough, survived;
static sigjmp_buf out;

static int descend(int depth)
{
    volatile char frame[1000];

    frame[depth % 1000] = 1;
    if (enough)
        return depth;
    return frame[depth % 1000] + descend(depth + 1);
}

static void handler(int signo)
{
    (void)signo;
    siglongjmp(out, 1);
}

static void *other(void *arg)
{
    return enough ? arg : NULL;
}

int main(void)
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
    stack_t stack = { .ss_sp = malloc(65536), .ss_size = 65536 };
    pthread_t t;

    assert(sigaltstack(&stack, NULL) == 0);
    assert(sigaction(SIGSEGV, &action, NULL) == 0);
    pthread_create(&t, NULL, other, NULL);
    if (sigsetjmp(out, 1) == 0)
        descend(0);
    else
        survived = 1;
    pthread_join(t, NULL);
    assert(survived);
    return 0;
}
