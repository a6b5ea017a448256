/* timers.c - a request gets a timer, which is a descriptor, and is found by it
 * in a table when its time is over.  Who has answered in time closes the
 * descriptor and then takes it out of the table; in between the number may be
 * given to the timer of another request.
 *
 * After Pistache (pull request 162: "timer already armed", the timerfd is
 * closed before it is erased from the map of timers).
 *
 * CLASS: stale handle, a descriptor given out again
 * FAILS: assertion
 * CAUSE: timers.c:74 `descriptor_close(r->timer);` can be another's from here
 * CAUSE: timers.c:76 `timers.requests[r->timer] = NULL;` and is still known
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define HANDLERS 3
#define REQUESTS 3
#define TICKS 3
#define DESCRIPTORS (HANDLERS + 1)

struct request {
    int number, timer, bytes;
    bool late;
};
static struct {
    pthread_mutex_t lock;
    bool open[DESCRIPTORS];
} descriptors = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    struct request *requests[DESCRIPTORS];
    int ticks;
} timers = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct {
    pthread_mutex_t lock;
    int served, late, bytes;
} total = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The lowest, as ever. */
static int descriptor_open(void)
{
    int fd = 0;

    pthread_mutex_lock(&descriptors.lock);
    while (descriptors.open[fd])
        fd++;
    assert(fd < DESCRIPTORS);
    descriptors.open[fd] = true;
    pthread_mutex_unlock(&descriptors.lock);
    return fd;
}

static void descriptor_close(int fd)
{
    pthread_mutex_lock(&descriptors.lock);
    descriptors.open[fd] = false;
    pthread_mutex_unlock(&descriptors.lock);
}

static void arm(struct request *r)
{
    r->timer = descriptor_open();
    pthread_mutex_lock(&timers.lock);
    assert(timers.requests[r->timer] == NULL); /* or it is armed already */
    timers.requests[r->timer] = r;
    pthread_mutex_unlock(&timers.lock);
}

static void disarm(struct request *r)
{
    descriptor_close(r->timer);
    pthread_mutex_lock(&timers.lock);
    timers.requests[r->timer] = NULL;
    pthread_mutex_unlock(&timers.lock);
}

static void answer(struct request *r)
{
    pthread_mutex_lock(&total.lock);
    total.served++;
    total.late += r->late;
    total.bytes += r->bytes;
    pthread_mutex_unlock(&total.lock);
}

static void *handler(void *argument)
{
    for (int i = 0; i < REQUESTS; i++) {
        struct request r = { .number = (int)(long)argument * REQUESTS + i };

        arm(&r);
        r.bytes = 10 * r.number;
        disarm(&r);
        answer(&r);
    }
    return NULL;
}

static void *clock_thread(void *unused)
{
    for (int i = 0; i < TICKS; i++) {
        pthread_mutex_lock(&timers.lock);
        timers.ticks++;
        for (int fd = 0; fd < DESCRIPTORS; fd++) {
            if (timers.requests[fd] != NULL)
                timers.requests[fd]->late = timers.ticks == TICKS;
        }
        pthread_mutex_unlock(&timers.lock);
    }
    return unused;
}

int main(void)
{
    const int n = HANDLERS * REQUESTS;
    pthread_t c, t[HANDLERS];

    pthread_create(&c, NULL, clock_thread, NULL);
    for (long i = 0; i < HANDLERS; i++)
        pthread_create(&t[i], NULL, handler, (void *)i);
    for (int i = 0; i < HANDLERS; i++)
        pthread_join(t[i], NULL);
    pthread_join(c, NULL);
    assert(total.served == n && total.bytes == 10 * n * (n - 1) / 2);
    assert(total.late <= HANDLERS);
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        assert(!descriptors.open[fd] && timers.requests[fd] == NULL);
    return 0;
}
