# The sentence that says why: by patterns, with the lines and the variables.
bugs=$(cd "$(dirname "$0")/../../bench/coverage" && pwd)
. "$(dirname "$0")/common.inc"

# cause NAME: the sentence of the finding in NAME.c.
cause() {
    "$RADDLE" cc -g -O1 -fno-inline -pthread "$1.c" -o "$1"
    expect 1 "$RADDLE" test -j1 --json report --out "out-$1" "./$1"
    field report 'r["findings"][0]["cause"]'
}

cat >update.c <<'C'
#include <assert.h>
#include <pthread.h>
static int balance, seen;
static void *deposit(void *arg)
{
    int b = balance;
    seen++; /* shared, too, but it decides nothing */
    balance = b + 1;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, deposit, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(balance == 2);
    return 0;
}
C
text=$(cause update)
case $text in
"lost update: fails when \`update.c:8 write balance\` of deposit (thread "?") \
comes between \`update.c:6 read balance\` and \`update.c:8 write balance\` of \
deposit (thread "?"); passes when thread "?" has that turn before or after") ;;
*) fail "not as expected: $text" ;;
esac
says "lost update: fails when"
grep -q '^cause "lost update: fails when ' out-update/*.schedule
expect 0 "$RADDLE" shrink out-update/*.schedule
says "lost update: fails when"

deadlock_program
text=$(cause deadlock)
case $text in
"lock-order deadlock: left (thread 1) has mutex a, taken at \`deadlock.c:7\`, and \
waits at \`deadlock.c:8\` for mutex b; right (thread 2) has mutex b, taken at \
\`deadlock.c:15\`, and waits at \`deadlock.c:16\` for mutex a") ;;
"lock-order deadlock: right (thread 2) has mutex b, "*"; left (thread 1) has "*) ;;
*) fail "not as expected: $text" ;;
esac

# Those whose cause is written beside them (make causes: all of them).
"$bugs/causes.py" "$RADDLE" --work causes --only journal lazy wallet barrier \
    hundred >out 2>err || fail "causes"
# What is said to pass was tried: of these, one that may come before as well as
# after, and one that fails all the same when it comes before.
grep -q '^right wallet: .*; passes when thread 2 has that turn before or after$' out ||
    fail "wallet"
grep -q '^right hundred: .*; passes when thread [0-9]* has that turn after$' out ||
    fail "hundred"

# A wait that is not in a loop: what it takes is named.
cat >spurious.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int n;
static void *produce(void *arg)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, produce, 0);
    pthread_mutex_lock(&m);
    if (n == 0)
        pthread_cond_wait(&c, &m);
    assert(n > 0);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
C
text=$(cause spurious)
case $text in
"fails when a condition wait wakes up without a signal (a spurious wake-up,"*) ;;
*) fail "not as expected: $text" ;;
esac
