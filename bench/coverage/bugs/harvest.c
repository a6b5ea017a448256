/* harvest.c - a pool of threads, and somebody who waits until all is done: no
 * task is queued and none runs.  A worker takes a task with the lock and counts
 * itself as running without it, so that a task in between is neither.
 *
 * After HPX's thread queue (pull request 3242: a task that went from one queue
 * to the next was in neither count) and threadpool11's waitAll (issue 11).
 *
 * CLASS: order, one of eighteen threads late
 * FAILS: assertion
 * CAUSE: harvest.c:88 `int task = take();` is queued no more
 * CAUSE: harvest.c:92 `running++;` and runs only now
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define WORKERS 18
#define TASKS 36
#define FIELDS 5
#define RANGE 10
#define NONE (-1)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int tasks[TASKS], first, n;
static bool stopping;
static atomic_int running;
static atomic_int yields[FIELDS], results[TASKS];

static void submit(int task)
{
    pthread_mutex_lock(&lock);
    tasks[(first + n++) % TASKS] = task;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
}

static int take(void)
{
    int task = NONE;

    pthread_mutex_lock(&lock);
    while (n == 0 && !stopping)
        pthread_cond_wait(&more, &lock);
    if (n > 0) {
        task = tasks[first];
        first = (first + 1) % TASKS;
        n--;
    }
    pthread_mutex_unlock(&lock);
    return task;
}

static void finish(void)
{
    pthread_mutex_lock(&lock);
    if (--running == 0 && n == 0)
        pthread_cond_broadcast(&idle);
    pthread_mutex_unlock(&lock);
}

/* Steps to 1 of all numbers in the task's range (Collatz). */
static int steps(int task)
{
    int n = 0;

    for (long start = task * RANGE + 1; start <= (task + 1) * RANGE; start++) {
        for (long k = start; k != 1; n++)
            k = k % 2 == 0 ? k / 2 : 3 * k + 1;
    }
    return n;
}

static void run(int task)
{
    int n = steps(task);

    for (int i = 0; i < FIELDS; i++)
        yields[i] += n % (i + 2);
    results[task] = n;
}

static void *worker(void *unused)
{
    for (;;) {
        int task = take();

        if (task == NONE)
            return unused;
        running++;
        run(task);
        finish();
    }
}

static void await_all(void)
{
    pthread_mutex_lock(&lock);
    while (n > 0 || running > 0)
        pthread_cond_wait(&idle, &lock);
    pthread_mutex_unlock(&lock);
}

static void stop(void)
{
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&more);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t t[WORKERS];

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < TASKS; i++)
        submit(i);
    await_all();
    for (int i = 0; i < TASKS; i++)
        assert(results[i] == steps(i));
    stop();
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
