/* twice.inc.c - what a test of the rewind is tested with: main is called, ends
 * in whatever way, and is called again in the same process with nothing brought
 * back.  Linked with --wrap of the functions below. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

typedef int main_function(int, char **, char **);

static main_function *program;
static sigjmp_buf over;
static int calls;
static pthread_t caller;

int __real___libc_start_main(main_function *, int, char **, void (*)(void),
                             void (*)(void), void (*)(void), void *);
_Noreturn void __real_exit(int);
_Noreturn void __real__exit(int);
_Noreturn void __real_quick_exit(int);

static int twice(int argc, char **argv, char **envp)
{
    caller = pthread_self();
    if (sigsetjmp(over, 1) == 0) {
        calls = 1;
        program(argc, argv, envp);
    }
    calls = 2;
    return program(argc, argv, envp);
}

int __wrap___libc_start_main(main_function *start, int argc, char **argv,
                             void (*init)(void), void (*fini)(void),
                             void (*rtld_fini)(void), void *stack_end)
{
    program = start;
    return __real___libc_start_main(twice, argc, argv, init, fini, rtld_fini,
                                    stack_end);
}

/* Only main's own first end: a thread cannot continue main. */
static void again(void)
{
    if (calls == 1 && pthread_equal(caller, pthread_self()))
        siglongjmp(over, 1);
}

_Noreturn void __wrap_exit(int status)
{
    again();
    __real_exit(status);
}
_Noreturn void __wrap__exit(int status)
{
    again();
    __real__exit(status);
}
_Noreturn void __wrap_quick_exit(int status)
{
    again();
    __real_quick_exit(status);
}
