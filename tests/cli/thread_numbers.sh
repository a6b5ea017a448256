# A thread has the number of its creation, also where it uses the slot of one
# that has ended: in the table, the sentence, the stacks and JSON.
. "$(dirname "$0")/common.inc"
cat >rounds.c <<'C'
#include <assert.h>
#include <pthread.h>
static int total;
static void *first(void *unused)
{
    return unused;
}
static void *second(void *unused)
{
    total++;
    return unused;
}
static void *third(void *unused)
{
    total += 10;
    return unused;
}
int main(void)
{
    pthread_t a, b;
    for (int i = 0; i < 3; i++) { /* 1, 2 and 3, one behind the other */
        pthread_create(&a, NULL, first, NULL);
        pthread_join(a, NULL);
    }
    pthread_create(&a, NULL, second, NULL); /* 4 */
    pthread_create(&b, NULL, third, NULL);  /* 5 */
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total == 11);
    return 0;
}
C
"$RADDLE" cc -g -pthread rounds.c -o rounds
expect 1 "$RADDLE" test --jobs 1 --out own ./rounds
numbers() {
    says "thread 4 second"
    says "thread 5 third"
    says "create thread 4"
    says "create thread 5"
    says "join thread 5"
    says_not "thread 4 first"
    # The sentence has words of both.
    tr -s '\n ' '  ' <out | tr -s ' ' >flat
    grep -q "second (thread 4)" flat && grep -q "third (thread 5)" flat ||
        fail "the sentence has other threads"
}
numbers
expect 1 "$RADDLE" show --json report own/*.schedule
numbers
equal "$(field report 'sorted((t["thread"], t["function"]) for t in r["threads"])')" \
    "[(0, 'main'), (1, 'first'), (2, 'first'), (3, 'first'), (4, 'second'), (5, 'third')]"
equal "$(field report 'sorted({s["thread"] for s in r["steps"] if s["object"] == "total" and s["operation"] == "write"})')" \
    "[4, 5]"
equal "$(field report 'sorted({s["thread"] for f in r["explanation"]["facts"] for s in f["steps"]})')" \
    "[4, 5]"
expect 1 "$RADDLE" replay own/*.schedule

# Stacks, in a deadlock of such threads.
cat >late.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *idle(void *unused)
{
    return unused;
}
static void *one(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return unused;
}
static void *two(void *unused)
{
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
    return unused;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, idle, NULL);
    pthread_join(a, NULL);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread late.c -o late
expect 1 "$RADDLE" test --jobs 1 --out late-out ./late
says "one (thread 2)"
says "two (thread 3)"
says_not "thread 1"
expect 1 "$RADDLE" replay late-out/*.schedule
says ".-> thread 2"
says "thread 3"
says_not "thread 1:"
