/* thief.c - a worker has a deque of tasks: it puts and takes at the bottom, a
 * thief takes at the top.  Who takes the last one sets both back to zero, and
 * a thief that was about to take the first finds the top as it was.
 *
 * After the deque of Arora, Blumofe and Plaxton (Thread Scheduling for
 * Multiprogrammed Multiprocessors, SPAA 1998), whose tag beside the top is
 * left out.
 *
 * CLASS: ABA, of an index
 * FAILS: assertion
 * CAUSE: thief.c:62 `int t = top, task;` where the first was
 * CAUSE: thief.c:67 `compare_exchange_strong(&top, &t, t + 1)` the same again
 * CAUSE: thief.c:54 `compare_exchange_strong(&top, &t, 0)` by this
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define TASKS 4
#define STEALS 2
#define NONE (-1)

static atomic_int tasks[TASKS], top, bottom;
static atomic_int done[TASKS];

static void run(int task)
{
    assert(atomic_fetch_add(&done[task], 1) == 0);
}

static void put(int task)
{
    int b = bottom;

    tasks[b] = task;
    bottom = b + 1;
}

static int take(void)
{
    int b = bottom, task, t;
    bool mine = false;

    if (b == 0)
        return NONE;
    bottom = --b;
    task = tasks[b];
    t = top;
    if (b > t)
        return task;
    bottom = 0;
    if (b == t)
        mine = atomic_compare_exchange_strong(&top, &t, 0);
    if (!mine)
        top = 0;
    return mine ? task : NONE;
}

static int steal(void)
{
    int t = top, task;

    if (bottom <= t)
        return NONE;
    task = tasks[t];
    if (!atomic_compare_exchange_strong(&top, &t, t + 1))
        return NONE;
    return task;
}

static void *worker(void *unused)
{
    int task;

    for (int i = 0; i < TASKS; i += 2) {
        put(i);
        put(i + 1);
        while ((task = take()) != NONE)
            run(task);
    }
    return unused;
}

static void *thief(void *unused)
{
    for (int i = 0; i < STEALS; i++) {
        int task = steal();

        if (task != NONE)
            run(task);
    }
    return unused;
}

int main(void)
{
    pthread_t w, t;

    pthread_create(&w, NULL, worker, NULL);
    pthread_create(&t, NULL, thief, NULL);
    pthread_join(w, NULL);
    pthread_join(t, NULL);
    for (int i = 0; i < TASKS; i++)
        assert(done[i] == 1);
    return 0;
}
