/* appender.c - messages go through a buffer to a thread that writes them.  Who
 * finds the buffer full waits; when the writer takes one out of a full buffer
 * it wakes one of those, and when it takes the next, the buffer was not full,
 * and it wakes nobody.
 *
 * After log4j 1.2's AsyncAppender (its dispatcher notifies only if the
 * BoundedFIFO was full); logstash's issue 7382 is the same at the other end.
 *
 * CLASS: missed signal
 * FAILS: lost-wakeup
 * CAUSE: appender.c:54 `if (was_full)` though more than one may wait
 * CAUSE: appender.c:38 `pthread_cond_wait(&not_full, &lock);` for that
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define LOGGERS 4
#define MESSAGES 3
#define ROOM 10
#define LEVELS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static struct message {
    int logger, number, level;
} buffer[ROOM];
static int first, n;
static atomic_int seen[LEVELS], threshold;
static int written[LOGGERS];

static void append(struct message m)
{
    pthread_mutex_lock(&lock);
    while (n == ROOM)
        pthread_cond_wait(&not_full, &lock);
    buffer[(first + n) % ROOM] = m;
    if (n++ == 0)
        pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static struct message take(void)
{
    pthread_mutex_lock(&lock);
    while (n == 0)
        pthread_cond_wait(&not_empty, &lock);
    struct message m = buffer[first];
    bool was_full = n == ROOM;
    first = (first + 1) % ROOM;
    n--;
    if (was_full)
        pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return m;
}

static void *logger(void *argument)
{
    int id = (int)(long)argument;

    for (int i = 0; i < MESSAGES; i++) {
        struct message m = { .logger = id, .number = i, .level = i % LEVELS };

        seen[m.level]++;
        if (m.level >= threshold)
            append(m);
    }
    return NULL;
}

static void *dispatcher(void *unused)
{
    for (int i = 0; i < LOGGERS * MESSAGES; i++) {
        struct message m = take();

        assert(written[m.logger] == m.number);
        written[m.logger]++;
    }
    return unused;
}

int main(void)
{
    pthread_t t[LOGGERS + 1];

    pthread_create(&t[LOGGERS], NULL, dispatcher, NULL);
    for (long i = 0; i < LOGGERS; i++)
        pthread_create(&t[i], NULL, logger, (void *)i);
    for (int i = 0; i <= LOGGERS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < LOGGERS; i++)
        assert(written[i] == MESSAGES);
    return 0;
}
