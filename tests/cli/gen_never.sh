# raddle gen: modules that do not return, end the process, start threads or do not
# even load.  Each campaign ends, with a sentence and a status.
. "$(dirname "$0")/common.inc"
cat >odd.h <<'C'
struct odd;
struct odd *odd_new(void);
int odd_use(struct odd *o);
int odd_other(struct odd *o);
C
cat >odd.c <<'C'
#include "odd.h"
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>
struct odd { sem_t never; pthread_mutex_t m; int n, inside; };
__attribute__((constructor)) static void load(void)
{
#ifdef LOAD_ABORTS
    abort();
#elif defined LOAD_ENDS
    _exit(7);
#elif defined LOAD_HANGS
    pause();
#endif
}
static void *serve(void *p)
{
    struct odd *o = p;
    pthread_mutex_lock(&o->m);
    o->n += 100;
    pthread_mutex_unlock(&o->m);
    sem_wait(&o->never);
    return NULL;
}
struct odd *odd_new(void)
{
    struct odd *o = calloc(1, sizeof(*o));
    pthread_t t;
    sem_init(&o->never, 0, 0);
    pthread_mutex_init(&o->m, NULL);
#ifdef MAKER_WAITS
    sem_wait(&o->never);
#elif defined MAKER_LOOPS
    for (;;) ;
#elif defined STARTS
    pthread_create(&t, NULL, serve, o);
#endif
    (void)serve, (void)t;
    return o;
}
static int change(struct odd *o)
{
    pthread_mutex_lock(&o->m);
    int late = o->n++ > 50;
    pthread_mutex_unlock(&o->m);
    return late;
}
int odd_use(struct odd *o)
{
#ifdef EXITS
    exit(0);
#elif defined LOOPS
    for (;;) ;
#elif defined LOCKS
    for (;;) change(o);
#elif defined BESIDE
    pthread_mutex_lock(&o->m);
    int others = o->inside++;
    pthread_mutex_unlock(&o->m);
    if (others > 0)
        for (;;) ;
    pthread_mutex_lock(&o->m);
    o->inside--;
    pthread_mutex_unlock(&o->m);
#endif
    return change(o);
}
int odd_other(struct odd *o) { return change(o); }
C
# gen STATUS MODULE OPTION...
gen() {
    status=$1 module=$2
    shift 2
    rm -f report
    expect "$status" "$RADDLE" gen odd.h --with odd.c --cflags=-D$module \
        --json report "$@"
}
left_out='[(f["name"], f["left_out"]) for f in r["functions"] if f["left_out"]]'

# At load.
gen 3 LOAD_ABORTS --tests 10
says "did not reach main while a constructor of its own ran: signal 6"
gen 3 LOAD_ENDS --tests 10
says "did not reach main while a constructor of its own ran: it ended with status 7"
gen 3 LOAD_HANGS --tests 10 --timeout 10ms
says "raddle waited 10 ms"
# The maker.
gen 3 MAKER_WAITS --tests 10 --junit tests.xml
says "odd_new: it waits for ever"
grep -q '<error type="nothing-verified" message="no object of type' tests.xml ||
    fail "CI takes it for a pass"
gen 3 MAKER_LOOPS --tests 10 --timeout 50ms
says "odd_new: it does not return, in each of 2 sequences"
# A function: two executions show that it does not return, with or without steps;
# the others are tested.
gen 0 LOOPS --tests 10 --timeout 500ms
equal "$(field report "r['tests'], $left_out")" "(10, [('odd_use', 'it does not return')])"
gen 0 LOCKS --tests 10
equal "$(field report "r['tests'], $left_out")" "(10, [('odd_use', 'it does not return')])"
gen 0 EXITS --tests 10
equal "$(field report "r['tests'], $left_out")" "(10, [('odd_use', 'it ends the process')])"
# It returns in one thread, and not beside itself: jobs learn that, and raddle knows
# it from them.  (Which call of several is to blame, an execution does not show.)
gen 0 BESIDE --tests 40 --jobs 2 --timeout 200ms
says "left out: odd_use ("
says "executions did not end in time while it ran)"
equal "$(field report "('odd_use', 'it does not always return') in $left_out,
    [p for p in r['pairs'] if 'odd_use' in p['functions']]")" "(True, [])"
# --time ends an execution under way.  Before the limit of this one there is an hour.
gen 3 LOOPS --time 300ms --timeout 1h
says "nothing tested: the time was over while raddle learnt"
equal "$(field report 'r["stop"], r["tests"], r["executions"] <= 1')" "('time', 0, True)"
gen 3 LOAD_HANGS --time 10ms --timeout 1h
# Threads of the module run too.  When they run is not known: what they change is
# undecided, and not a finding.
gen 0 STARTS --tests 40
equal "$(field report 'r["findings"], r["tests"], r["undecided"] > 0')" "([], 40, True)"
