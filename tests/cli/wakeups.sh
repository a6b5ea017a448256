# Who ended a wait: what the table and JSON say of it, and when the sentence
# about the cause may say that it was nobody.
. "$(dirname "$0")/common.inc"

# test_of NAME OPTION...: builds and tests it; $file is then its schedule.
test_of() {
    local name=$1
    shift
    [ -x "$name" ] || "$RADDLE" cc -g -O1 -pthread "$name.c" -o "$name"
    rm -rf "out-$name"
    expect 1 "$RADDLE" test -j1 --json report --out "out-$name" "$@" "./$name"
    file=$(ls out-"$name"/*.schedule)
}
# how: of the steps that come from a wait, how it ended and by whom.
how() {
    expect 1 "$RADDLE" show --json steps "$file"
    field steps '" ".join(sorted({"%s:%s:%s" % (s["operation"], s["how"], s["by"])
        for s in r["steps"] if s["how"] or s["by"]}))'
}

# In a loop, as it should be: the loop is not what is missing.
producer >loop.c
cat >>loop.c <<'C'
int main(void)
{
    pthread_t t;
    int woken = 0;
    pthread_create(&t, 0, produce, 0);
    pthread_mutex_lock(&m);
    while (n == 0) {
        pthread_cond_wait(&c, &m);
        woken++;
    }
    assert(woken < 2); /* not for it to say */
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
C
test_of loop
says_not "not tested again"
says "wakes up without a signal"
says "woken by thread 1"
equal "$(how)" "cond-wake:spurious:None cond-wake:woken:1"

# Time that is over, of a condition and of a semaphore.
cat >late.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t s;
int main(void)
{
    struct timespec until;
    int late, later;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_mutex_lock(&m);
    late = pthread_cond_timedwait(&c, &m, &until);
    pthread_mutex_unlock(&m);
    later = sem_timedwait(&s, &until);
    assert(late == 0 && later == 0);
    return 0;
}
C
test_of late --no-spurious
equal "$(how)" "cond-wake:time-out:None sem-wait:time-out:None"
expect 1 "$RADDLE" show --full "$file"
says "wakes up: time-out"
says "sem-wait s: time-out"

# The time is over, and only then comes the signal: it is not lost.
producer >after.c
cat >>after.c <<'C'
#include <errno.h>
#include <time.h>
static void *get(void *arg)
{
    struct timespec until;
    int r = 0;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_mutex_lock(&m);
    while (n == 0 && r != ETIMEDOUT)
        r = pthread_cond_timedwait(&c, &m, &until);
    assert(!(r == ETIMEDOUT && n > 0));
    pthread_mutex_unlock(&m);
    return arg;
}
C
two_threads_main get produce >>after.c
test_of after
says_not "lost wake-up"
says_not "nobody waits"
says "signal c: wakes nobody, the time"
text=$(field report 'r["findings"][0]["explanation"]["text"]')
case $text in
"only if produce (thread 2) is delayed, here by more than 1 s: \`after.c:24 wait on c\` of get \
(thread 1) ends by a time-out before \`after.c:10 signal c\`") ;;
*) fail "not as expected: $text" ;;
esac

# A signal that comes between the test and pause(): which one, and no name of
# the runtime.
cat >paused.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t alarmed;
static void ring(int signo)
{
    (void)signo;
    alarmed = 1;
}
static void *work(void *arg)
{
    return arg;
}
int main(void)
{
    pthread_t t;
    signal(SIGALRM, ring);
    alarm(1);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    while (!alarmed)
        pause();
    return 0;
}
C
test_of paused
says "wait for a signal"
says "handler of SIGALRM"
says_not "rdl_"
