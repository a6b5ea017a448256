# Facts of some kinds of failure.
. "$(dirname "$0")/facts.inc"

# A block is freed twice: between the test and what would have told the other.
cat >twice.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static char *buffer;
static void *shut(void *arg)
{
    if (buffer != NULL) {
        free(buffer);
        buffer = NULL;
    }
    return arg;
}
int main(void)
{
    pthread_t t[2];
    buffer = malloc(16);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, shut, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains twice)" \
    "window tried both: outer-first 7*, inner-first 6, inner-last 7, outer-last 8*"

# No order of two threads decides alone; that of one with all others does.
cat >all.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t zero = PTHREAD_COND_INITIALIZER;
static int running, done[3];
static void count(int more)
{
    pthread_mutex_lock(&m);
    running += more;
    if (running == 0)
        pthread_cond_broadcast(&zero);
    pthread_mutex_unlock(&m);
}
static void *work(void *arg)
{
    count(1);
    done[(long)arg] = 1;
    count(-1);
    return NULL;
}
int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    pthread_mutex_lock(&m);
    while (running > 0)
        pthread_cond_wait(&zero, &m);
    pthread_mutex_unlock(&m);
    assert(done[0] && done[1] && done[2]);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -fno-inline -pthread all.c -o all
expect 1 "$RADDLE" test -j1 --strategy script --executions 1 --json report \
    --out out-all ./all
matches "$(facts)" \
    "order tried - x3: earlier 27, later 9<16*"

# A signal comes when it was looked for already.
cat >pausing.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t rung;
static pthread_t sleeper;
static void handler(int signo)
{
    (void)signo;
    rung = 1;
}
static void *ring(void *arg)
{
    pthread_kill(sleeper, SIGUSR1);
    return arg;
}
int main(void)
{
    pthread_t t;
    sleeper = pthread_self();
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, ring, NULL);
    while (!rung)
        pause();
    pthread_join(t, NULL);
    return 0;
}
C
matches "$(explains pausing)" \
    "handled-signal seen after: wait 23, read 22, handler 9, sender 13"

# What it waits for it has itself, but only another makes it wait.
cat >reader.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int a;
static int get(void)
{
    pthread_rwlock_rdlock(&lock);
    int value = a;
    pthread_rwlock_unlock(&lock);
    return value;
}
static void *reads(void *arg)
{
    pthread_rwlock_rdlock(&lock);
    int value = get();
    pthread_rwlock_unlock(&lock);
    return value == 2 ? arg : NULL;
}
static void *writes(void *arg)
{
    pthread_rwlock_wrlock(&lock);
    a = 1;
    pthread_rwlock_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, reads, NULL);
    pthread_create(&t[1], NULL, writes, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains reader)" \
    "self-deadlock seen -: holds 15, waits 8; order tried -: earlier 22, later 8<16"

# A flag is set without the mutex: that is said; and of two preemptions the one
# that only brought main there is not.
cat >bare.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int jobs;
static volatile int stop;
static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    while (jobs < 2 && !stop)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&m);
    jobs++;
    pthread_mutex_unlock(&m);
    stop = 1;
    pthread_cond_signal(&c);
    pthread_join(t, NULL);
    return 0;
}
C
matches "$(explains bare)" \
    "window tried both: outer-first 9, inner-first 21, inner-last 22, outer-last 10; \
no-lock seen -: bare 21, lock 8"

# Handed over, and used once more.
cat >handed.c <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static struct task {
    atomic_int done;
    int result;
} *_Atomic task;
static void *run(void *arg)
{
    struct task *t = task;
    t->done = 1;
    t->result++;
    return arg;
}
int main(void)
{
    pthread_t t;
    task = calloc(1, sizeof(*task));
    pthread_create(&t, NULL, run, NULL);
    if (task->done)
        free(task);
    pthread_join(t, NULL);
    return 0;
}
C
matches "$(explains handed)" \
    "order tried -: earlier 21, later 12; came-before seen -: writer 11, reader 20"

# The end of the wrong thread was waited for.
cat >joined.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static void *count(void *arg)
{
    ++*(int *)arg;
    return NULL;
}
static void *idle(void *arg)
{
    return arg;
}
int main(void)
{
    int *n = calloc(1, sizeof(*n));
    pthread_t t[2];
    pthread_create(&t[0], NULL, count, n);
    pthread_create(&t[1], NULL, idle, NULL);
    pthread_join(t[1], NULL);
    free(n);
    pthread_join(t[0], NULL);
    return 0;
}
C
matches "$(explains joined)" \
    "order tried -: earlier 19, later 5; joined-other seen -: join 18, joined, user"

# One instruction writes for both: they are told by what they had read.
cat >merged.c <<'C'
#include <assert.h>
#include <pthread.h>
static unsigned flags = 4;
static void change(unsigned flag, int on)
{
    if (on)
        flags |= flag;
    else
        flags &= ~flag;
}
static void *sets(void *arg)
{
    change(1, 1);
    return arg;
}
static void *clears(void *arg)
{
    change(4, 0);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, sets, NULL);
    pthread_create(&t[1], NULL, clears, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(flags == 1);
    return 0;
}
C
# Both places of the reads are named.
matches "$(explains merged)" "lost-update *: *7<13*9<*" "lost-update *: *9<*7<13*"

# What was read is tested lines later, where nothing else is done: that is where
# it is no longer true.
cat >later.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int made, table;
static int look(void)
{
    pthread_mutex_lock(&m);
    int found = table;
    pthread_mutex_unlock(&m);
    return found;
}
static void make(void)
{
    pthread_mutex_lock(&m);
    table = 1;
    made++;
    pthread_mutex_unlock(&m);
}
static void *need(void *arg)
{
    int found = look();
    if (found)
        return arg;
    make();
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, need, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(made == 1);
    return 0;
}
C
matches "$(explains later)" \
    "lost-update tried both: outer-first 8<21, inner-first 15<24, outer-last 15<24, \
test 22; gives-up seen -: unlock 9"

# Who should have signalled tests whether to.
cat >full.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t room = PTHREAD_COND_INITIALIZER;
static int n = 2;
static void *put(void *arg)
{
    pthread_mutex_lock(&m);
    while (n == 2)
        pthread_cond_wait(&room, &m);
    n++;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *take(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        int full = n == 2;
        n--;
        if (full)
            pthread_cond_signal(&room);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, put, NULL);
    pthread_create(&t[1], NULL, put, NULL);
    pthread_create(&t[2], NULL, take, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains full)" \
    "endless-wait seen -: wait 9, read 8, changer 10, signal 21, woken, last-change \
19, test 20"

# A lock that an ended thread has is never given back, in whatever order.
cat >ended.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int made;
static void *make(void *arg)
{
    pthread_mutex_lock(&m);
    if (made)
        return arg;
    made = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, make, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains ended)" \
    "ended-holding seen -: holds 6, latest 7, waits 6"
