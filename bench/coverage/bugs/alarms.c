/* alarms.c - the clock fires what is due with its own lock held, and what it
 * fires takes the session's; a session that hears from its peer sets its alarm
 * anew, with its lock held.
 *
 * After OSv's issue 287 (TCP timers: callout lock and its client's) and lldb's
 * Alarm (llvm-project, pull request 86888).
 *
 * CLASS: deadlock of two locks, by a callback
 * FAILS: deadlock
 * CAUSE: alarms.c:49 `pthread_mutex_lock(&clock_lock);` to tick, and fires
 * CAUSE: alarms.c:41 `pthread_mutex_lock(&s->lock);` to expire, within that
 * CAUSE: alarms.c:65 `pthread_mutex_lock(&s->lock);` to receive
 * CAUSE: alarms.c:34 `pthread_mutex_lock(&clock_lock);` to set, within that
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define SESSIONS 3
#define PACKETS 4
#define TICKS 6
#define PATIENCE 5 /* ticks */

static struct session {
    pthread_mutex_t lock;
    int received, due;
    bool idle;
} sessions[SESSIONS];
static pthread_mutex_t clock_lock = PTHREAD_MUTEX_INITIALIZER;
static int now;

static void set_alarm(struct session *s)
{
    pthread_mutex_lock(&clock_lock);
    s->due = now + PATIENCE;
    pthread_mutex_unlock(&clock_lock);
}

static void expire(struct session *s)
{
    pthread_mutex_lock(&s->lock);
    s->idle = true;
    pthread_mutex_unlock(&s->lock);
}

static void *clockwork(void *unused)
{
    for (int i = 0; i < TICKS; i++) {
        pthread_mutex_lock(&clock_lock);
        now++;
        for (int j = 0; j < SESSIONS; j++) {
            if (sessions[j].due == now)
                expire(&sessions[j]);
        }
        pthread_mutex_unlock(&clock_lock);
    }
    return unused;
}

static void *peer(void *argument)
{
    struct session *s = argument;

    for (int i = 0; i < PACKETS; i++) {
        pthread_mutex_lock(&s->lock);
        s->received++;
        s->idle = false;
        set_alarm(s);
        pthread_mutex_unlock(&s->lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t c, t[SESSIONS];

    for (int i = 0; i < SESSIONS; i++) {
        pthread_mutex_init(&sessions[i].lock, NULL);
        sessions[i].due = PATIENCE;
    }
    for (int i = 0; i < SESSIONS; i++)
        pthread_create(&t[i], NULL, peer, &sessions[i]);
    pthread_create(&c, NULL, clockwork, NULL);
    for (int i = 0; i < SESSIONS; i++)
        pthread_join(t[i], NULL);
    pthread_join(c, NULL);
    for (int i = 0; i < SESSIONS; i++)
        assert(sessions[i].received == PACKETS);
    return 0;
}
