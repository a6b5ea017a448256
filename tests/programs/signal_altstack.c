/* signal_altstack.c - a handler with SA_ONSTACK runs on its thread's alternate
 * stack, another one on the thread's own.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#define SIZE 65536
static _Thread_local char *stack;
static _Thread_local volatile int on, off;

static int on_alternate(void)
{
    char here;

    return (uintptr_t)&here - (uintptr_t)stack < SIZE;
}

static void alternate(int signo)
{
    stack_t now;

    (void)signo;
    assert(on_alternate());
    assert(sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_ONSTACK);
    now.ss_flags = SS_DISABLE;
    assert(sigaltstack(&now, NULL) == -1 && errno == EPERM);
    on++;
}

static void own(int signo)
{
    (void)signo;
    assert(!on_alternate());
    off++;
}

static void *work(void *unused)
{
    stack_t set = { .ss_size = SIZE }, old;

    (void)unused;
    assert(sigaltstack(NULL, &old) == 0 && old.ss_flags == SS_DISABLE);
    stack = malloc(SIZE);
    set.ss_sp = stack;
    assert(sigaltstack(&set, NULL) == 0);
    raise(SIGUSR1);
    raise(SIGUSR2);
    assert(on == 1 && off == 1);
    set.ss_size = 1;
    assert(sigaltstack(&set, NULL) == -1 && errno == ENOMEM);
    set.ss_flags = SS_DISABLE;
    assert(sigaltstack(&set, &old) == 0 && old.ss_sp == stack);
    free(stack);
    return NULL;
}

int main(void)
{
    struct sigaction act = { .sa_handler = alternate, .sa_flags = SA_ONSTACK };
    pthread_t a, b;

    sigaction(SIGUSR1, &act, NULL);
    act = (struct sigaction){ .sa_handler = own };
    sigaction(SIGUSR2, &act, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
