# A thread that waits for ever is told with the one that should have woken it
# and went without; freed memory with what made the one free that the other has.
. "$(dirname "$0")/cause.inc"

# Who is woken wakes the next one, unless it was called off: where it goes then.
# The list is no test of the one that waits, though it is another by now.
cat >off.c <<'C'
#include <pthread.h>
#include <stddef.h>
static struct waiter {
    struct waiter *next;
    pthread_cond_t wake;
    int woken, off, went;
} all[2], *list;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int taken = 1;
static void pass(void)
{
    struct waiter *w = list;
    taken = 0;
    if (w == NULL)
        return;
    list = w->next;
    w->woken = 1;
    pthread_cond_signal(&w->wake);
}
static void *want(void *arg)
{
    struct waiter *w = arg, **at = &list;
    pthread_mutex_lock(&m);
    if (taken) {
        while (*at != NULL)
            at = &(*at)->next;
        w->woken = 0;
        *at = w;
        while (!w->woken)
            pthread_cond_wait(&w->wake, &m);
    }
    if (w->off)
        w->went = 1;
    else
        pass();
    pthread_mutex_unlock(&m);
    return arg;
}
static void *call_off(void *arg)
{
    pthread_mutex_lock(&m);
    all[0].off = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 2; i++) {
        pthread_cond_init(&all[i].wake, NULL);
        pthread_create(&t[i], NULL, want, &all[i]);
    }
    pthread_create(&t[2], NULL, call_off, NULL);
    pthread_mutex_lock(&m);
    pass();
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
text=$(cause off)
case $text in
"lost wake-up: want (thread 2) goes to \`off.c:30 wait on all[1].wake\`; nobody has \
signalled that condition; order violation: fails when \`off.c:42 write all[0].off\` of \
call_off (thread 3) comes before \`off.c:32 read all[0].off\` of want (thread 1); passes \
the other way round; then \`off.c:18 signal all[1].wake\` (called at off.c:35) of want \
(thread 1) wakes want (thread 2), but here thread 1 goes on to \`off.c:33 write \
all[0].went\`") ;;
*) fail "not as expected: $text" ;;
esac

# The time of a wait is over, and it is signalled before its thread knows.
cat >late.c <<'C'
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t job = PTHREAD_COND_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static int idle, jobs, finished;
static void *work(void *arg)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 5;
    pthread_mutex_lock(&m);
    idle = 1;
    int error = pthread_cond_timedwait(&job, &m, &until);
    if (error != ETIMEDOUT) {
        finished = jobs;
        pthread_cond_signal(&done);
    }
    idle = 0;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *ask(void *arg)
{
    pthread_mutex_lock(&m);
    if (idle) {
        jobs = 1;
        pthread_cond_signal(&job);
        while (!finished)
            pthread_cond_wait(&done, &m);
    }
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, work, NULL);
    pthread_create(&t[1], NULL, ask, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
text=$(cause late)
case $text in
"lost wake-up: \`late.c:29 signal job\` of ask (thread 2) wakes nobody: the time of \
work (thread 1) at \`late.c:15 wait on job\` is over, and the test at \`late.c:16\` comes \
later; ask (thread 2) waits at \`late.c:31\` for condition done; order violation: "*) ;;
*) fail "not as expected: $text" ;;
esac

# A third thread changed what the one that frees goes by.
cat >mode.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t timer = PTHREAD_MUTEX_INITIALIZER;
static volatile int timed = 1, *volatile ring;
static int *volatile armed;
static void arm(int *p)
{
    pthread_mutex_lock(&timer);
    armed = p;
    pthread_mutex_unlock(&timer);
}
static void *use(void *arg)
{
    int *mine = calloc(1, sizeof(*mine));
    pthread_mutex_lock(&m);
    if (timed)
        arm(mine);
    ring = mine;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    ring = NULL;
    if (timed)
        arm(NULL);
    pthread_mutex_unlock(&m);
    free(mine);
    return arg;
}
static void *change(void *arg)
{
    if (ring == NULL)
        timed = 0;
    return arg;
}
static void *tick(void *arg)
{
    pthread_mutex_lock(&timer);
    if (armed != NULL)
        ++*armed;
    pthread_mutex_unlock(&timer);
    return arg;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, use, NULL);
    pthread_create(&t[1], NULL, change, NULL);
    pthread_create(&t[2], NULL, tick, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
text=$(cause mode)
case $text in
"order violation: fails when \`mode.c:26 free "*"; atomicity violation: fails when \
\`mode.c:31 read ring\` and \`mode.c:32 write timed\` of change (thread 2) come between \
\`mode.c:17 read timed\` and \`mode.c:19 write ring\` of use (thread 1); passes when \
thread 2 has that turn before or after") ;;
*) fail "not as expected: $text" ;;
esac
