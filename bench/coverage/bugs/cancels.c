/* cancels.c - a condition variable made of a list of who waits and a latch for
 * each of them.  Who wants a job puts itself into the list first, looks for a
 * job, sleeps if there is none, and takes itself out.  One that need not sleep
 * may have been chosen for a signal before it is out, while another sleeps.
 *
 * After PostgreSQL's condition variables (b91dd9de5ea0, "Forward received
 * condition variable signals on cancel").
 *
 * CLASS: missed signal, given to one that does not wait, three threads
 * FAILS: lost-wakeup
 * CAUSE: cancels.c:100 `if (me->listed)` if not, it has another one's signal
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define BACKENDS 2
#define JOBS 2 /* for each */

static struct backend {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool latch;
    bool listed; /* with the condition variable's lock */
    struct backend *next;
    int done;
} backends[BACKENDS];
static struct {
    pthread_mutex_t lock;
    struct backend *first;
} posted = { .lock = PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static int queued;

static void latch_set(struct backend *b)
{
    pthread_mutex_lock(&b->lock);
    b->latch = true;
    pthread_cond_signal(&b->changed);
    pthread_mutex_unlock(&b->lock);
}

static void latch_wait(struct backend *b)
{
    pthread_mutex_lock(&b->lock);
    while (!b->latch)
        pthread_cond_wait(&b->changed, &b->lock);
    b->latch = false;
    pthread_mutex_unlock(&b->lock);
}

static void append(struct backend *me)
{
    struct backend **end = &posted.first;

    while (*end != NULL)
        end = &(*end)->next;
    *end = me;
    me->next = NULL;
    me->listed = true;
}

static void take_out(struct backend *me)
{
    struct backend **at = &posted.first;

    while (*at != me)
        at = &(*at)->next;
    *at = me->next;
    me->listed = false;
}

static void prepare_to_sleep(struct backend *me)
{
    pthread_mutex_lock(&posted.lock);
    append(me);
    pthread_mutex_unlock(&posted.lock);
}

/* Until it was signalled; is listed again afterwards. */
static void sleep_on(struct backend *me)
{
    bool signalled = false;

    while (!signalled) {
        latch_wait(me);
        pthread_mutex_lock(&posted.lock);
        if (!me->listed) {
            signalled = true;
            append(me);
        }
        pthread_mutex_unlock(&posted.lock);
    }
}

static void cancel_sleep(struct backend *me)
{
    pthread_mutex_lock(&posted.lock);
    if (me->listed)
        take_out(me);
    pthread_mutex_unlock(&posted.lock);
}

static void signal_one(void)
{
    struct backend *b;

    pthread_mutex_lock(&posted.lock);
    b = posted.first;
    if (b != NULL)
        take_out(b);
    pthread_mutex_unlock(&posted.lock);
    if (b != NULL)
        latch_set(b);
}

static bool take_job(void)
{
    bool there;

    pthread_mutex_lock(&queue_lock);
    there = queued > 0;
    queued -= there;
    pthread_mutex_unlock(&queue_lock);
    return there;
}

static void *backend(void *argument)
{
    struct backend *me = argument;

    while (me->done < JOBS) {
        prepare_to_sleep(me);
        while (!take_job())
            sleep_on(me);
        cancel_sleep(me);
        me->done++;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[BACKENDS];

    for (int i = 0; i < BACKENDS; i++) {
        pthread_mutex_init(&backends[i].lock, NULL);
        pthread_cond_init(&backends[i].changed, NULL);
        pthread_create(&threads[i], NULL, backend, &backends[i]);
    }
    for (int i = 0; i < BACKENDS * JOBS; i++) {
        pthread_mutex_lock(&queue_lock);
        queued++;
        pthread_mutex_unlock(&queue_lock);
        signal_one();
    }
    for (int i = 0; i < BACKENDS; i++)
        pthread_join(threads[i], NULL);
    assert(queued == 0 && posted.first == NULL);
    return 0;
}
