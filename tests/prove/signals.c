/* signals.c - programs whose threads send each other signals, wait for them,
 * and end: signals NAME.  signals.txt has their numbers. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static atomic_int x;
static pthread_t threads[3];
static sigset_t first, second, both;

static void adds(int signo)
{
    atomic_fetch_add(&x, signo);
}

/* --- Threads --------------------------------------------------------------- */

static void *takes(void *arg)
{
    int signo;

    sigwait(&both, &signo);
    return arg;
}
static void *takes_twice(void *arg)
{
    return takes(takes(arg));
}
static void *takes_second(void *arg)
{
    int signo;

    sigwait(&second, &signo);
    return arg;
}
static void *sends_first(void *arg)
{
    pthread_kill(threads[0], SIGUSR1);
    return arg;
}
static void *sends_second(void *arg)
{
    pthread_kill(threads[0], SIGUSR2);
    return arg;
}
static void *sends_itself(void *arg)
{
    raise(SIGWINCH);
    return arg;
}
static void *sends_and_takes(void *arg)
{
    raise(SIGUSR1);
    return takes(arg);
}
static void *names_itself(void *arg)
{
    pthread_setname_np(pthread_self(), "worker");
    return arg;
}
static void *nothing(void *arg)
{
    return arg;
}

/* --- Programs -------------------------------------------------------------- */

static void sends_two(void)
{
    sends_first(NULL);
    sends_second(NULL);
}
static void sends_same(void)
{
    sends_first(NULL);
    sends_first(NULL);
}
static void asks(void)
{
    char name[16];

    pthread_getname_np(threads[0], name, sizeof(name));
}
static void sends_first_to(void)
{
    sends_first(NULL);
}
static void sends_ignored(void)
{
    pthread_kill(threads[0], SIGPIPE);
}

static const struct {
    const char *name;
    void *(*run[3])(void *); /* threads that main joins, the last one first */
    void (*main)(void);
    int before; /* main sends its process this signal before */
} programs[] = {
    { "taken", { takes }, sends_first_to, 0 },
    { "two", { takes, sends_first, sends_second }, NULL, 0 },
    { "order", { takes_twice }, sends_two, 0 },
    { "same", { takes }, sends_same, 0 },
    { "other", { takes_second }, sends_two, 0 },
    { "nobody", { takes }, NULL, 0 },
    { "pending", { nothing }, sends_first_to, 0 },
    { "ignored", { nothing }, sends_ignored, 0 },
    { "itself", { sends_itself, sends_itself }, NULL, 0 },
    { "own", { sends_and_takes, sends_and_takes }, NULL, 0 },
    { "process", { takes }, NULL, SIGUSR1 },
    { "takers", { takes, takes }, NULL, SIGUSR1 },
    { "names", { names_itself }, asks, 0 },
};

int main(int argc, char **argv)
{
    unsigned p = 0;
    int n = 0;

    while (argc < 2 || strcmp(programs[p].name, argv[1]) != 0) {
        if (++p == sizeof(programs) / sizeof(programs[0]))
            return 2;
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGWINCH, adds);
    sigemptyset(&first);
    sigaddset(&first, SIGUSR1);
    sigemptyset(&second);
    sigaddset(&second, SIGUSR2);
    sigemptyset(&both);
    sigaddset(&both, SIGUSR1);
    sigaddset(&both, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &both, NULL);
    if (programs[p].before != 0)
        kill(getpid(), programs[p].before);
    for (; n < 3 && programs[p].run[n] != NULL; n++)
        pthread_create(&threads[n], NULL, programs[p].run[n], NULL);
    if (programs[p].main != NULL)
        programs[p].main();
    while (n > 0)
        pthread_join(threads[--n], NULL);
    signal(SIGPIPE, SIG_DFL);
    return 0;
}
