/* followers.c - a journal that grows, and sessions that follow it.  Who writes
 * has the journal, and when a file is full, asks in the list of sessions what
 * can be purged; who comes back after its line broke has the list and looks for
 * its old session; and who kills a session has that one, and wakes it if it
 * waits, with the lock it waits with, which is the journal's.
 *
 * After MySQL's bug 56299 (LOCK_log, LOCK_thread_count and LOCK_thd_data; a
 * dump thread that waits, another one for the same slave, KILL and rotation).
 *
 * CLASS: deadlock of three locks
 * FAILS: deadlock
 * CAUSE: followers.c:49 `pthread_mutex_lock(&list.lock);` purges, has journal
 * CAUSE: followers.c:94 `pthread_mutex_lock(&s->lock);` to find, has the list
 * CAUSE: followers.c:78 `pthread_mutex_lock(with);` to wake, has s
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define WRITES 10
#define FILE_SIZE 8
#define LOOKS 3
#define SESSIONS 3 /* two from the start, one that comes back */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t grown;
    int length, purged;
} journal = { .lock = PTHREAD_MUTEX_INITIALIZER,
              .grown = PTHREAD_COND_INITIALIZER };
static struct session {
    pthread_mutex_t lock;
    int client;
    atomic_bool killed;
    pthread_mutex_t *_Atomic waits_with;
    atomic_int position, sent;
} sessions[SESSIONS];
static struct {
    pthread_mutex_t lock;
    bool listed[SESSIONS];
} list = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void purge(void)
{
    int oldest = journal.length;

    pthread_mutex_lock(&list.lock);
    for (int i = 0; i < SESSIONS; i++) {
        if (list.listed[i] && sessions[i].position < oldest)
            oldest = sessions[i].position;
    }
    pthread_mutex_unlock(&list.lock);
    journal.purged = oldest;
}

static void *writer(void *unused)
{
    for (int i = 0; i < WRITES; i++) {
        pthread_mutex_lock(&journal.lock);
        journal.length++;
        pthread_cond_broadcast(&journal.grown);
        if (journal.length % FILE_SIZE == 0)
            purge();
        pthread_mutex_unlock(&journal.lock);
    }
    return unused;
}

static void awake(struct session *s)
{
    s->killed = true;

    pthread_mutex_t *with = s->waits_with;
    if (with == NULL)
        return;
    pthread_mutex_lock(with);
    pthread_cond_broadcast(&journal.grown);
    pthread_mutex_unlock(with);
}

/* Kills the session of this client, but not `mine`. */
static void kill_session(int client, const struct session *mine)
{
    struct session *found = NULL;

    pthread_mutex_lock(&list.lock);
    for (int i = 0; i < SESSIONS && found == NULL; i++) {
        struct session *s = &sessions[i];

        if (!list.listed[i] || s == mine || s->client != client)
            continue;
        pthread_mutex_lock(&s->lock);
        found = s;
    }
    pthread_mutex_unlock(&list.lock);
    if (found == NULL)
        return;
    awake(found);
    pthread_mutex_unlock(&found->lock);
}

static void enlist(const struct session *s, bool in)
{
    pthread_mutex_lock(&list.lock);
    list.listed[s - sessions] = in;
    pthread_mutex_unlock(&list.lock);
}

/* Says first what it waits with, and then asks whether it was killed. */
static int await_growth(struct session *s)
{
    pthread_mutex_lock(&journal.lock);
    s->waits_with = &journal.lock;
    while (!s->killed && s->position == journal.length)
        pthread_cond_wait(&journal.grown, &journal.lock);
    s->waits_with = NULL;
    int length = journal.length;
    pthread_mutex_unlock(&journal.lock);
    return length;
}

static void follow(struct session *s)
{
    while (!s->killed) {
        int length = await_growth(s);

        while (s->position < length && !s->killed) {
            s->position++;
            s->sent++;
        }
    }
    enlist(s, false);
}

static void *follower(void *argument)
{
    follow(argument);
    return NULL;
}

static void *comes_back(void *argument)
{
    struct session *s = argument;

    kill_session(s->client, s);
    follow(s);
    return NULL;
}

static int count_sessions(void)
{
    int n = 0;

    pthread_mutex_lock(&list.lock);
    for (int i = 0; i < SESSIONS; i++)
        n += list.listed[i];
    pthread_mutex_unlock(&list.lock);
    return n;
}

static void *administrator(void *unused)
{
    for (int i = 0; i < LOOKS; i++)
        assert(count_sessions() <= SESSIONS);
    kill_session(0, &sessions[SESSIONS - 1]);
    return unused;
}

int main(void)
{
    pthread_t f[SESSIONS], w, a;

    for (int i = 0; i < SESSIONS; i++) {
        pthread_mutex_init(&sessions[i].lock, NULL);
        sessions[i].client = i % (SESSIONS - 1);
        list.listed[i] = i < SESSIONS - 1;
    }
    for (int i = 0; i < SESSIONS - 1; i++)
        pthread_create(&f[i], NULL, follower, &sessions[i]);
    enlist(&sessions[SESSIONS - 1], true);
    pthread_create(&f[SESSIONS - 1], NULL, comes_back, &sessions[SESSIONS - 1]);
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&a, NULL, administrator, NULL);
    pthread_join(w, NULL);
    pthread_join(a, NULL);
    pthread_join(f[0], NULL);
    kill_session(0, NULL);
    kill_session(1, NULL);
    for (int i = 1; i < SESSIONS; i++)
        pthread_join(f[i], NULL);
    assert(journal.length == WRITES);
    assert(journal.purged <= journal.length);
    return 0;
}
