/* memory_unwritten_calls.c - after each of many calls, main and two threads
 * read stack below their frames that they did not write.  What raddle did
 * for the call must leave nothing there that differs from one execution to
 * another, traced or not: executions repeat, and the finding, a lost update,
 * replays.
 * EXPECT: assertion at 199
 * EXECUTIONS: 400
 * CFLAGS: -O0; -O2
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define WORDS 1024

unsigned long sums[3];
static int n;

/* A sum of all words.  Addresses differ between processes: only where there is
 * one counts.  Only the sum is a step. */
static __attribute__((noinline, no_sanitize("thread"))) unsigned long add(void)
{
    unsigned long words[WORDS], sum = 0;

    __asm__ volatile("" : "=m"(words));
    for (int i = 0; i < WORDS; i++)
        sum = (sum << 1 | sum >> 63) + (words[i] >> 32 ? 1 : words[i]);
    return sum;
}

static __attribute__((noinline)) void look(int who)
{
    sums[who] = add() | 1;
}

#define AFTER(call)                                                            \
    do {                                                                       \
        (void)!(call);                                                         \
        look(who);                                                             \
    } while (0)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t robust;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t semaphore;
static mtx_t mtx;
static int ends[2], sockets[2];

static void nothing(void)
{
}

static void handler(int number)
{
    (void)number;
}

static void *idle(void *argument)
{
    return argument;
}

static struct timespec soon(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec++;
    return t;
}

static void locks(int who)
{
    struct timespec until = soon();

    AFTER(pthread_mutex_lock(&mutex));
    AFTER(pthread_cond_timedwait(&cond, &mutex, &until));
    AFTER(pthread_cond_signal(&cond));
    AFTER(pthread_cond_broadcast(&cond));
    AFTER(pthread_mutex_trylock(&mutex));
    AFTER(pthread_mutex_unlock(&mutex));
    AFTER(pthread_mutex_timedlock(&robust, &until));
    AFTER(pthread_mutex_unlock(&robust));
    AFTER(pthread_rwlock_rdlock(&rwlock));
    AFTER(pthread_rwlock_unlock(&rwlock));
    AFTER(pthread_rwlock_wrlock(&rwlock));
    AFTER(pthread_rwlock_unlock(&rwlock));
    AFTER(pthread_spin_lock(&spin));
    AFTER(pthread_spin_unlock(&spin));
    AFTER(sem_wait(&semaphore));
    AFTER(sem_post(&semaphore));
    AFTER(sem_timedwait(&semaphore, &until));
    AFTER(sem_post(&semaphore));
    AFTER(pthread_once(&once, nothing));
    AFTER(mtx_lock(&mtx));
    AFTER(mtx_unlock(&mtx));
}

static void others(int who)
{
    struct pollfd ready = { .fd = ends[0], .events = POLLIN };
    struct timespec t = { .tv_nsec = 1000 };
    sigset_t set;
    char text[8];
    int fd;

    AFTER(usleep(1));
    AFTER(nanosleep(&t, NULL));
    AFTER(clock_gettime(CLOCK_MONOTONIC, &t));
    AFTER(sched_yield());
    AFTER(write(ends[1], "a", 1));
    AFTER(poll(&ready, 1, 10));
    AFTER(read(ends[0], text, 1));
    AFTER(send(sockets[0], "a", 1, 0));
    AFTER(recv(sockets[1], text, 1, 0));
    AFTER(fd = open("/dev/null", O_WRONLY));
    AFTER(write(fd, "abc", 3));
    AFTER(close(fd));
    AFTER(getpid());
    AFTER(sigemptyset(&set));
    AFTER(sigaddset(&set, SIGUSR2));
    AFTER(pthread_sigmask(SIG_BLOCK, &set, NULL));
    AFTER(pthread_kill(pthread_self(), SIGUSR1));
    AFTER(raise(SIGUSR1));
    AFTER(pthread_setspecific(key, text));
    AFTER(pthread_getspecific(key) == NULL);
    AFTER(pthread_setname_np(pthread_self(), "name"));
    AFTER(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL));
}

static void creates(int who)
{
    pthread_attr_t attributes;
    pthread_t thread;
    thrd_t c11;

    AFTER(pthread_create(&thread, NULL, idle, NULL));
    AFTER(pthread_join(thread, NULL));
    AFTER(pthread_create(&thread, NULL, idle, NULL));
    AFTER(pthread_detach(thread));
    AFTER(thrd_create(&c11, (thrd_start_t)idle, NULL));
    AFTER(thrd_join(c11, NULL));
    AFTER(pthread_getattr_np(pthread_self(), &attributes));
    AFTER(pthread_attr_destroy(&attributes));
}

static void *work(void *argument)
{
    int who = *(int *)argument;

    AFTER(pthread_barrier_wait(&barrier));
    locks(who);
    others(who);
    creates(who);
    n++;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutexattr_t kind;
    int numbers[] = { 1, 2 };
    int who = 0;

    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    AFTER(pthread_mutex_init(&robust, &kind));
    AFTER(pthread_barrier_init(&barrier, NULL, 2));
    AFTER(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE));
    AFTER(pthread_key_create(&key, NULL));
    AFTER(sem_init(&semaphore, 0, 1));
    AFTER(mtx_init(&mtx, mtx_plain));
    AFTER(pipe(ends));
    AFTER(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets));
    AFTER(signal(SIGUSR1, handler) == SIG_ERR);
    for (int i = 0; i < 2; i++)
        AFTER(pthread_create(&threads[i], NULL, work, &numbers[i]));
    for (int i = 0; i < 2; i++)
        AFTER(pthread_join(threads[i], NULL));
    locks(who);
    others(who);
    creates(who);
    assert(n == 2);
}
