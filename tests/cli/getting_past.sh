# A finding of every execution need not hide the rest: --continue-after reports
# it once and goes on, --disable leaves it out and counts it.
. "$(dirname "$0")/common.inc"
cat >f.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static volatile int n;
static jmp_buf env;
static void leave(int s)
{
    longjmp(env, s);
}
static void quit(int s)
{
    _exit(s);
}
static void *work(void *a)
{
    n++;
    return a;
}
static void *stay(void *a)
{
    for (;;)
        pause();
    return a;
}
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    pthread_t a, b, c;
    char *p;
    if (strchr(what, 'u'))
        pthread_mutex_unlock(&m); /* unlock */
    if (strchr(what, 'v'))
        pthread_mutex_unlock(&m); /* once more */
    if (strchr(what, 's')) {
        pthread_spin_init(&spin, 0);
        pthread_spin_destroy(&spin);
        pthread_spin_lock(&spin); /* spin */
        pthread_spin_unlock(&spin);
    }
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    if (strchr(what, 'j'))
        pthread_join(b, 0); /* join */
    if (strchr(what, 'f')) {
        p = malloc(10);
        free(p);
        free(p);
    }
    if (strchr(what, 'r'))
        assert(n == 2); /* race */
    if (strchr(what, 'l'))
        pthread_create(&c, 0, stay, 0);
    if (strchr(what, 'd'))
        pthread_mutex_lock(&m), pthread_mutex_lock(&m);
    if (strchr(what, 'a') || strchr(what, 'q')) {
        signal(SIGABRT, strchr(what, 'a') ? leave : quit);
        if (setjmp(env) == 0)
            abort();
    }
    return strchr(what, 'x') ? 7 : 0;
}
C
"$RADDLE" cc -w -g -pthread f.c -o f
run() { # STATUS OPTIONS ... ./f WHAT
    status=$1
    shift
    expect "$status" "$RADDLE" test -j1 --fresh -n 60 --json report "$@"
}
kinds() {
    field report '[(f["kind"], f["severity"], f["replayed"]) for f in failures]'
}
notes() {
    field report '[n["text"].split(" is ")[0] for n in r["notes"]
        if n["kind"] == "detector-disabled"]'
}

# As it was: nothing beyond the first.
run 1 ./f uj
equal "$(kinds)" "[('mutex-misuse', 'error', True)]"
equal "$(field report 'r["executions"]')" 1
# Past both to what depends on the schedule; each finding has its schedule.
for isolation in rewind fork exec; do
    run 1 --continue-after mutex-misuse,thread-misuse --isolation $isolation ./f ujr
    equal "$(kinds)" "[('mutex-misuse', 'error', True), ('thread-misuse', 'error', True), ('assertion', 'error', True)]"
    equal "$(field report 'r["executions"] > 1, {f["times"] for f in failures[:2]}
        == {r["executions"]}')" "(True, True)"
    expect 1 "$RADDLE" replay -q raddle-out/f-*/*.schedule
done
# Only what was asked for.
run 1 --continue-after mutex-misuse ./f uj
equal "$(kinds)" "[('mutex-misuse', 'error', True), ('thread-misuse', 'error', True)]"
equal "$(field report 'r["executions"]')" 1
# The whole campaign; a destroyed spinlock can be taken, as with glibc.
run 1 --continue-after use-after-destroy ./f s
equal "$(kinds)" "[('use-after-destroy', 'error', True)]"
equal "$(field report 'r["executions"]')" 60
run 1 --leaks --continue-after thread-leak ./f l
equal "$(field report '{f["kind"] for f in failures}, r["executions"]')" \
    "({'thread-leak'}, 60)"
# Two places of one detector: a replay would end at the first.
run 1 --continue-after mutex-misuse ./f uv
equal "$(kinds)" "[('mutex-misuse', 'error', True), ('mutex-misuse', 'error', False)]"
says "a finding has no schedule"

# Disabled.
run 0 --disable mutex-misuse,thread-misuse ./f uj
equal "$(kinds) $(notes)" "[] ['mutex-misuse', 'thread-misuse']"
says "it would have reported 60 of 60 executions"
run 1 --disable mutex-misuse --disable thread-misuse ./f ujr
equal "$(kinds) $(notes)" \
    "[('assertion', 'error', True)] ['mutex-misuse', 'thread-misuse']"
grep -q '^disable thread-misuse$' raddle-out/f-*/assertion*.schedule
expect 1 "$RADDLE" replay -q raddle-out/f-*/assertion*.schedule
# What ends the program all the same ends it without a word, whatever its status.
run 0 --disable assertion ./f r
equal "$(kinds) $(notes)" "[] ['assertion']"
run 0 --disable self-deadlock ./f d
equal "$(kinds) $(notes)" "[] ['self-deadlock']"
run 0 --disable exit-status ./f x
equal "$(kinds) $(notes)" "[] ['exit-status']"
run 0 --disable double-free ./f f
equal "$(kinds) $(notes)" "[] ['double-free']"
# The status still counts after what the program went on from.
run 1 --disable mutex-misuse ./f ux
equal "$(kinds) $(notes)" "[('exit-status', 'error', True)] ['mutex-misuse']"
run 1 --disable abort ./f ax
equal "$(kinds) $(notes)" "[('exit-status', 'error', True)] ['abort']"
run 1 --disable abort ./f q
equal "$(kinds) $(notes)" "[('exit-status', 'error', True)] ['abort']"
run 0 --disable abort ./f a
equal "$(kinds) $(notes)" "[] ['abort']"
# Not needed: nothing to say.
run 0 --disable deadlock ./f
equal "$(notes)" "[]"

expect 2 "$RADDLE" test --disable nothing ./f
says "unknown detector 'nothing'"
expect 2 "$RADDLE" test --continue-after deadlock ./f
says "it can after use-after-destroy, mutex-misuse, thread-misuse, thread-leak"
