/* tasks.c - the kernel knows threads by small numbers, and gives the number of
 * one that has ended to the next.  To signal a thread the library looks up its
 * number and asks the kernel to signal that; the thread may end in between, and
 * another one have the number when the kernel is asked.
 *
 * After musl's pthread_kill (commit 7779dbd26632, "fix race condition in
 * pthread_kill") and glibc's (bug 12889, mended in 2.35); both have since a
 * lock that keeps the thread from ending meanwhile.
 *
 * CLASS: stale handle, a number given out again, three threads
 * FAILS: assertion
 * CAUSE: tasks.c:84 `int number = t->number;` is right until t ends
 * CAUSE: tasks.c:88 `kernel_signal(number, signal);` of whoever has it now
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#define WORKERS 3
#define KILLS 2
#define NUMBERS 5
#define INTERRUPT 1

struct thread {
    pthread_t handle;
    atomic_int number; /* 0: has ended, or not begun */
    atomic_int signals;
    int handled, done;
};
static struct {
    pthread_mutex_t lock;
    struct thread *threads[NUMBERS];
} kernel = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct thread workers[WORKERS];

static int kernel_clone(struct thread *t)
{
    int number = 1;

    pthread_mutex_lock(&kernel.lock);
    while (kernel.threads[number] != NULL)
        number++;
    kernel.threads[number] = t;
    pthread_mutex_unlock(&kernel.lock);
    return number;
}

static void kernel_exit(int number)
{
    pthread_mutex_lock(&kernel.lock);
    kernel.threads[number] = NULL;
    pthread_mutex_unlock(&kernel.lock);
}

static int kernel_signal(int number, int signal)
{
    int result = ESRCH;

    pthread_mutex_lock(&kernel.lock);
    if (kernel.threads[number] != NULL) {
        kernel.threads[number]->signals |= signal;
        result = 0;
    }
    pthread_mutex_unlock(&kernel.lock);
    return result;
}

static void thread_begin(struct thread *t)
{
    t->number = kernel_clone(t);
}

static void thread_end(struct thread *t)
{
    int number = t->number;

    t->number = 0;
    kernel_exit(number);
}

static int thread_kill(struct thread *t, int signal)
{
    int number = t->number;

    if (number == 0)
        return ESRCH;
    return kernel_signal(number, signal);
}

static void handle_signals(struct thread *t)
{
    if (t->signals & INTERRUPT)
        t->handled++;
    t->signals = 0;
}

static void *work(void *argument)
{
    struct thread *t = argument;

    thread_begin(t);
    for (int i = 0; i < 2; i++) {
        t->done++;
        handle_signals(t);
    }
    thread_end(t);
    return NULL;
}

/* Only the first worker is ever interrupted. */
static void *watchdog(void *unused)
{
    for (int i = 0; i < KILLS; i++)
        thread_kill(&workers[0], INTERRUPT);
    return unused;
}

int main(void)
{
    pthread_t w;

    pthread_create(&workers[0].handle, NULL, work, &workers[0]);
    pthread_create(&w, NULL, watchdog, NULL);
    for (int i = 1; i < WORKERS; i++)
        pthread_create(&workers[i].handle, NULL, work, &workers[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i].handle, NULL);
    pthread_join(w, NULL);
    for (int i = 1; i < WORKERS; i++)
        assert(workers[i].handled == 0 && workers[i].signals == 0);
    return 0;
}
