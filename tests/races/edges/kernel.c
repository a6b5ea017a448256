/* kernel.c - what orders a thread's access and another one's free in the
 * kernel, though the second thread makes no step to learn of it, or does not
 * read the address that the first has written.
 *
 * The argument is the case.  Only nothing() orders nothing. */
#define _GNU_SOURCE
#include <aio.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* One case: `first` is before the threads, `sees` waits for `tells`. */
enum side { FIRST, TELLS, SEES };
#define CASE(name) static void name(enum side side)
#define UNTIL(condition)                                                       \
    while (!(condition))                                                       \
    sleep(1)
#define PAGE 4096

static int *block;
static int file, ends[2];
static timer_t timer;
static atomic_int *here, *there;

CASE(nothing)
{
    if (side == SEES)
        sleep(1);
}

CASE(file_size)
{
    struct stat st = { 0 };

    if (side == FIRST)
        file = memfd_create("file", 0);
    else if (side == TELLS)
        (void)!write(file, "x", 1);
    else
        UNTIL(fstat(file, &st) == 0 && st.st_size > 0);
}

CASE(limit)
{
    struct rlimit l;

    getrlimit(RLIMIT_CORE, &l);
    if (side == FIRST || side == TELLS) {
        l.rlim_cur = side == TELLS;
        setrlimit(RLIMIT_CORE, &l);
        return;
    }
    UNTIL(getrlimit(RLIMIT_CORE, &l) == 0 && l.rlim_cur == 1);
}

static void handler(int signo)
{
    (void)signo;
}
CASE(action)
{
    struct sigaction a;

    if (side == TELLS)
        signal(SIGUSR1, handler);
    else if (side == SEES)
        UNTIL(sigaction(SIGUSR1, NULL, &a) == 0 && a.sa_handler == handler);
}

CASE(interval_timer)
{
    struct itimerval left = { .it_value.tv_sec = 10000 };

    if (side == TELLS)
        setitimer(ITIMER_REAL, &left, NULL);
    else if (side == SEES)
        UNTIL(getitimer(ITIMER_REAL, &left) == 0 && left.it_value.tv_sec > 0);
}

CASE(posix_timer)
{
    struct sigevent none = { .sigev_notify = SIGEV_NONE };
    struct itimerspec left = { .it_value.tv_sec = 10000 };

    if (side == FIRST)
        timer_create(CLOCK_MONOTONIC, &none, &timer);
    else if (side == TELLS)
        timer_settime(timer, 0, &left, NULL);
    else
        UNTIL(timer_gettime(timer, &left) == 0 && left.it_value.tv_sec > 0);
}

static void told_there(enum side side)
{
    if (side == TELLS)
        atomic_store(here, 1);
    else if (side == SEES)
        UNTIL(atomic_load(there) == 1);
}

static void *map(int fd)
{
    void *m = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

    if (m == MAP_FAILED)
        abort();
    return m;
}

CASE(mapped_twice)
{
    if (side == FIRST) {
        file = memfd_create("file", 0);
        if (ftruncate(file, PAGE) != 0)
            abort();
        here = map(file);
        there = map(file);
    }
    told_there(side);
}

/* An old size of 0 makes a second mapping of the same pages. */
CASE(remapped)
{
    if (side == FIRST) {
        here = mmap(NULL, PAGE, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        there = mremap(here, 0, PAGE, MREMAP_MAYMOVE);
        if (here == MAP_FAILED || there == MAP_FAILED)
            abort();
    }
    told_there(side);
}

CASE(attached_twice)
{
    if (side == FIRST) {
        const int id = shmget(IPC_PRIVATE, PAGE, 0600);

        here = shmat(id, NULL, 0);
        there = shmat(id, NULL, 0);
        shmctl(id, IPC_RMID, NULL);
    }
    told_there(side);
}

/* A thread of the C library reads, and writes the answer. */
CASE(asynchronous_read)
{
    static char c;
    static struct aiocb request = { .aio_buf = &c, .aio_nbytes = 1 };

    if (side == FIRST) {
        if (pipe(ends) != 0)
            abort();
    } else if (side == TELLS) {
        (void)!write(ends[1], "x", 1);
    } else {
        request.aio_fildes = ends[0];
        aio_read(&request);
        UNTIL(aio_error(&request) == 0);
    }
}

/* The readers of RCU have no fence of their own. */
CASE(process_barrier)
{
    static atomic_int read_it;

    if (side == FIRST) {
        syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0,
                0);
    } else if (side == TELLS) {
        atomic_store_explicit(&read_it, 1, memory_order_relaxed);
    } else {
        UNTIL(atomic_load_explicit(&read_it, memory_order_relaxed));
        syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    }
}

#define ENTRY(name)                                                            \
    {                                                                          \
        #name, name                                                            \
    }
static const struct {
    const char *name;
    void (*run)(enum side side);
} cases[] = {
    ENTRY(nothing),        ENTRY(file_size),      ENTRY(limit),
    ENTRY(action),         ENTRY(interval_timer), ENTRY(posix_timer),
    ENTRY(mapped_twice),   ENTRY(remapped),       ENTRY(attached_twice),
    ENTRY(asynchronous_read), ENTRY(process_barrier),
};
static void (*run)(enum side side);

static void *user(void *unused)
{
    block[1] = 1;
    run(TELLS);
    return unused;
}

static void *freer(void *unused)
{
    run(SEES);
    free(block);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t u, f;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        if (argc > 1 && strcmp(cases[i].name, argv[1]) == 0)
            run = cases[i].run;
        else if (argc < 2)
            puts(cases[i].name);
    }
    if (run == NULL)
        return argc > 1;
    block = calloc(2, sizeof(*block));
    run(FIRST);
    pthread_create(&f, NULL, freer, NULL);
    pthread_create(&u, NULL, user, NULL);
    pthread_join(u, NULL);
    pthread_join(f, NULL);
    return 0;
}
