# A sentence about a cause says what was tried, or what the execution was.
. "$(dirname "$0")/cause.inc"

# Right only between two writes: the other way round is not enough.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int open;
static void *owner(void *arg)
{
    open = 1;
    open = 0;
    return arg;
}
static void *user(void *arg)
{
    assert(open == 1);
    return arg;
}
C
    main_of owner user
} >place.c
text=$(cause place)
case $text in
"fails when \`place.c:13 read open\` of user (thread 2) comes before \`place.c:7 \
write open\` of "*"; passes when the former comes between \`place.c:7 write open\` \
and \`place.c:8 write open\`, not before or after both") ;;
"fails when \`place.c:8 write open\` of "*" comes before \`place.c:13 read open\` \
of user (thread 2); passes when the latter comes between \`place.c:7 write open\` \
and \`place.c:8 write open\`, not before or after both") ;;
*) fail "not as expected: $text" ;;
esac

# Three accesses, each with the lock: the first and the last belong together.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count, highest;
static void *add(void *arg)
{
    pthread_mutex_lock(&m);
    int n = count;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (count > highest)
        highest = count;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    count = n + 1;
    pthread_mutex_unlock(&m);
    return arg;
}
C
    END="assert(count == 2);" main_of add add
} >three.c
text=$(cause three)
case $text in
*": fails when \`three.c:15 write count\` of add (thread "?") comes between \
\`three.c:8 read count\` and \`three.c:15 write count\` of add (thread "?"), with \
\`three.c:9 unlock m\` in between; passes when thread "?" has that turn before or \
after") ;;
*) fail "not as expected: $text" ;;
esac

# Named in the order in which they were done.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static void *set(void *arg)
{
    pthread_mutex_lock(&m);
    a = 1;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    b = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *compare(void *arg)
{
    int x, y;
    pthread_mutex_lock(&m);
    y = b;
    x = a;
    pthread_mutex_unlock(&m);
    assert(x == y);
    return arg;
}
C
    main_of set compare
} >pair.c
text=$(cause pair)
case $text in
"atomicity violation: fails when \`pair.c:19 read b\` and \`pair.c:20 read a\` of \
compare (thread 2) come between \`pair.c:8 write a\` and \`pair.c:11 write b\` of \
set (thread 1), with \`pair.c:9 unlock m\` in between; passes when thread 2 has that \
turn before or after") ;;
*) fail "not as expected: $text" ;;
esac

# Two threads came between: both are named, each with what it did.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stopping, queued, left;
static void *client(void *arg)
{
    if (!stopping)
        queued++;
    return arg;
}
static void *owner(void *arg)
{
    stopping = 1;
    return arg;
}
static void *worker(void *arg)
{
    if (stopping && queued == 0)
        left = 1;
    return arg;
}
C
    END="assert(!left || queued == 0);" main_of client owner worker
} >both.c
text=$(cause both)
case $text in
"atomicity violation: fails when \`both.c:13 write stopping\` of owner (thread 2) \
and \`both.c:18 read queued\` of worker (thread 3) come between \`both.c:7 read \
stopping\` and \`both.c:8 update queued\` of client (thread 1); passes when thread 2 \
has that turn before or after") ;;
*) fail "not as expected: $text" ;;
esac

# A signal that goes to the other one who waits: it is not about who called for
# the lock first, for that call only waited.
cat >other.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items, credits;
static void *consumer(void *arg)
{
    pthread_mutex_lock(&m);
    while (items == 0)
        pthread_cond_wait(&c, &m);
    items--;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *spender(void *arg)
{
    pthread_mutex_lock(&m);
    while (credits == 0)
        pthread_cond_wait(&c, &m);
    credits--;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, consumer, NULL);
    pthread_create(&t[1], NULL, spender, NULL);
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    credits++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
text=$(cause other)
case $text in
"lost wake-up: "*" goes to \`other.c:"*" wait on c\` after \`other.c:"*" read "*"; the \
last signal on that condition, \`other.c:34 signal c\` of main, woke only "*) ;;
*) fail "not as expected: $text" ;;
esac

# A broadcast was needed: it is not about who came first, though with one
# waiter less the signal is enough.
cat >late.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int open;
static void *pass(void *arg)
{
    struct timespec t;
    int rc = 0;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += 5;
    pthread_mutex_lock(&m);
    while (!open && rc == 0)
        rc = pthread_cond_timedwait(&c, &m, &t);
    assert(rc == 0 || !open);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, pass, NULL);
    pthread_create(&t[1], NULL, pass, NULL);
    pthread_mutex_lock(&m);
    open = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
text=$(cause late)
case $text in
"lost wake-up: pass (thread "?") goes to \`late.c:15 wait on c\` after \`late.c:14 \
read open\`, changed since by \`late.c:26 write open\` of main, and its time is over before anybody wakes it; the last signal on that \
condition, \`late.c:27 signal c\` of main, woke "*) ;;
*) fail "not as expected: $text" ;;
esac

# Freed while it is used: from where the pointer was.
{
    cat <<'C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic current;
static void *reads(void *arg)
{
    int *p = current;
    return p != NULL && *p > 0 ? arg : NULL;
}
static void *renews(void *arg)
{
    int *old = atomic_exchange(&current, calloc(1, sizeof(int)));
    free(old);
    return arg;
}
static void *begins(void *arg)
{
    pthread_t t[2];
    current = calloc(1, sizeof(int));
    pthread_create(&t[0], NULL, reads, NULL);
    pthread_create(&t[1], NULL, renews, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return arg;
}
C
    main_of begins
} >stale.c
text=$(cause stale)
case $text in
"order violation: fails when \`stale.c:13 free block\` of renews (thread 3) comes \
before \`stale.c:8 read block\` of reads (thread 2); passes the other way round; \
reads (thread 2) has the pointer from \`stale.c:7 read current\`, before \
\`stale.c:12 update current\` of renews (thread 3)") ;;
"order violation: fails when \`stale.c:13 free block\` of renews (thread 3) comes \
before \`stale.c:8 read block\` of reads (thread 2); passes the other way round; \
atomicity violation: fails when \`stale.c:12 update current\` "*" \
comes between \`stale.c:7 read current\` and "*) ;;
*) fail "not as expected: $text" ;;
esac

# Two locks where there should be one; and how the wrong one was chosen.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t locks[2] = { PTHREAD_MUTEX_INITIALIZER,
                                    PTHREAD_MUTEX_INITIALIZER };
static atomic_int which;
static int count;
static void *add(void *arg)
{
    int i = which;
    pthread_mutex_lock(&locks[i]);
    count++;
    pthread_mutex_unlock(&locks[i]);
    return arg;
}
static void *change(void *arg)
{
    which = 1;
    return arg;
}
C
    END="assert(count == 2);" main_of add add change
} >locks.c
text=$(cause locks)
case $text in
"lost update: fails when "*"; not the same lock: add (thread "?") holds \
locks["?"], taken at \`locks.c:11\`, and add (thread "?") holds locks["?"], taken \
at \`locks.c:11\`; locks[0] was asked for after \`locks.c:10 read which\`, changed \
since by \`locks.c:18 write which\` of change (thread 3)") ;;
*) fail "not as expected: $text" ;;
esac

# Who waits for a semaphore with a lock that the one needs who would post.
{
    cat <<'C'
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static void *put(void *arg)
{
    pthread_mutex_lock(&m);
    sem_wait(&room);
    pthread_mutex_unlock(&m);
    return arg;
}
static void *get(void *arg)
{
    pthread_mutex_lock(&m);
    sem_post(&room);
    pthread_mutex_unlock(&m);
    return arg;
}
C
    main_of put get
} >stuck.c
text=$(cause stuck)
equal "$text" "deadlock: put (thread 1) has mutex m, taken at \`stuck.c:7\`, and waits \
at \`stuck.c:8\` for semaphore room; get (thread 2) waits at \`stuck.c:14\` for mutex m"

# What is freed in the course of the last step comes before the switch.
{
    cat <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#define UNSEEN __attribute__((noinline, no_sanitize_thread))
static void *last;
UNSEEN static void keep(void *own)
{
    last = own;
}
UNSEEN static void *kept(void)
{
    return last;
}
UNSEEN static void *room(void)
{
    return malloc(100);
}
static void *work(void *arg)
{
    pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    void *block = room();
    pthread_mutex_lock(&own);
    keep(&own);
    free(block);
    pthread_mutex_unlock(&own);
    assert(kept() == &own);
    return arg;
}
C
    main_of work work
} >freed.c
text=$(cause freed)
case $text in
"fails when work (thread "?") loses the turn between \`freed.c:24 free "*"\` and \
\`freed.c:25 unlock "*"\`; without that switch it does not") ;;
*) fail "not as expected: $text" ;;
esac
