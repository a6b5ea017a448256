/* program.h - what the programs of this folder have in common (families.py).
 * Each ends with one outcome from 0 to 31, and fails for those in the set that
 * it gets as its argument. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static unsigned long set;
static pthread_t tt[8]; /* by GO */

static inline void outcome(unsigned o)
{
    char text[] = "outcome 00\n";

    o &= 31;
    text[8] += o / 10;
    text[9] += o % 10;
    if ((set >> o & 1) != 0 && write(2, text, sizeof(text) - 1) < 0)
        abort();
    assert((set >> o & 1) == 0);
}

typedef void *(*fn)(void *);

static void par(int n, fn *f)
{
    for (long i = 0; i < n; i++)
        pthread_create(&tt[i], 0, f[i], (void *)i);
}

/* The latest first: it may use the handles of those before. */
static void joins(int n)
{
    while (n-- > 0)
        pthread_join(tt[n], 0);
}

/* Runs these functions, each in a thread. */
#define GO(...)                                                                \
    do {                                                                       \
        fn f_[] = { __VA_ARGS__ };                                             \
        const int n_ = sizeof(f_) / sizeof(f_[0]);                             \
                                                                               \
        par(n_, f_);                                                           \
        joins(n_);                                                             \
    } while (0)

/* The function of a thread. */
#define T(name, ...)                                                           \
    static void *name(void *self_)                                             \
    {                                                                          \
        __VA_ARGS__                                                            \
        return self_;                                                          \
    }

static void run(void);

int main(int argc, char **argv)
{
    set = strtoul(argv[argc - 1], 0, 10);
    run();
    return 0;
}
