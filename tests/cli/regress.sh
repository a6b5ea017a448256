# raddle regress: the sets of the four worked examples, exactly; what it says of
# a build that is the same; old and new exchanged.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"

# sets FILE METRIC: "A B C V left-out" of a result.
sets() {
    field "$1" "' '.join(str(r['regress']['counts'].get('$2', {}).get(k, 0)) for k in ('A', 'B', 'C', 'V', 'left_out'))"
}
# class FILE CLASS: its interactions as (line, line), with operators if there are
# several places in a line.
class() {
    field "$1" "sorted((i['first']['line'], i['first']['operator'][0], i['second']['line'], i['second']['operator'][0]) for i in r['regress']['interactions'] if i['class'] == '$2')"
}
# regress STATUS NAME [OPTIONS]: builds NAME.c, compares it with the build
# before; the JSON is in NAME.json.
compile() {
    "$RADDLE" cc -g -O0 -pthread "$1.c" -o "$1"
}
regress() {
    want=$1 name=$2
    shift 2
    compile "$name"
    expect "$want" "$RADDLE" regress -j1 -k --no-shrink -n 300 \
        --metrics sync-pair,def-use --json "$name.json" "$@" "./$name"
}
tested() {
    compile "$1"
    expect "$2" "$RADDLE" test -j1 -k --no-shrink -n 300 --metrics sync-pair,def-use,pset "./$1"
}

# --- Thesis, Fig. 5.2: only adjacent accesses show that line 2 is gone.
fig() {
    cat <<C
#include <pthread.h>
static volatile int x, y;
static void *first(void *arg)
{
    int tmp = 0;
    x = 0;
$1
    x = tmp;
    return arg;
}
static void *second(void *arg)
{
    y = x;
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
C
}
fig '    tmp = x;' >fig.c
tested fig 0
# No campaign of another build there: the same build, and that is no error.
expect 0 "$RADDLE" regress --json same.json --junit same.xml --sarif same.sarif ./fig
says "is the same build"
equal "$(field same.json 'r["verdict"], r["regress"]["same_build"], r["findings"]')" \
    "('same-build', True, [])"
equal "$(field same.sarif 'len(r["runs"][0]["results"])')" 0
equal "$(xmllint --xpath 'count(//testcase[not(failure) and not(error)])' same.xml)" 1
fig '' >fig.c
regress 0 fig --metrics def-use,pset
equal "$(field fig.json 'r["regress"]["changed"]["lines"], r["regress"]["changed"]["gone"]')" "(0, 1)"
equal "$(sets fig.json adjacent)" "1 4 0 0 0"
equal "$(class fig.json A)" "[(6, 'w', 8, 'w')]"
equal "$(sets fig.json def-use)" "0 3 0 0 0"
equal "$(sets fig.json pset)" "0 4 0 0 0"

# --- bank: add() gives up the lock between reading and writing.
bank() {
    cat <<C
#include <assert.h>
#include <pthread.h>
static int balance = 100, changes;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int get(void)
{
    pthread_mutex_lock(&lock);
    int b = balance;
    pthread_mutex_unlock(&lock);
    return b;
}
static void *add(void *arg)
{
$1
    changes++;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(get() == 120);
    return 0;
}
C
}
locked='    pthread_mutex_lock(&lock);
    balance = balance + 10;'
unlocked='    int b = get();
    pthread_mutex_lock(&lock);
    balance = b + 10;'
bank "$locked" >bank.c
tested bank 0
cp -r raddle-out/bank bank-store
bank "$unlocked" >bank.c
regress 1 bank
equal "$(sets bank.json adjacent)" "6 4 0 0 0"
equal "$(class bank.json A)" "[(7, 'l', 7, 'l'), (7, 'l', 15, 'l'), (8, 'r', 8, 'r'), (8, 'r', 16, 'w'), (16, 'w', 8, 'r'), (16, 'w', 16, 'w')]"
equal "$(class bank.json B)" "[(15, 'l', 7, 'l'), (15, 'l', 15, 'l'), (17, 'r', 17, 'w'), (17, 'w', 17, 'r')]"
equal "$(sets bank.json def-use)" "2 2 0 0 0"
equal "$(sets bank.json sync-pair)" "2 2 0 0 0"
equal "$(field bank.json '[f["status"] for f in r["regress"]["findings"]]')" "['new']"
# The interaction that the failure needs is covered only where it fails.
equal "$(field bank.json 'all(i["hits"] == i["failed"] > 0 for i in r["regress"]["interactions"] if i["class"] == "A" and i["first"]["line"] == i["second"]["line"] == 8)')" True
# A finding that ends it early: then it knows too little of what is gone.
expect 1 "$RADDLE" regress -j1 --no-shrink --fresh --json early.json --old-store bank-store ./bank
says "so it does not know what is no longer expected (--keep-going)"
equal "$(field early.json 'r["regress"]["observed"]["old"], r["regress"]["observed"]["ended_early"]')" "(10, True)"
# The goal: all of class A; and then it ends.
bank "$locked" >bank.c
tested bank 0
bank "$unlocked" >bank.c
regress 1 bank --until changed=100%
equal "$(field bank.json 'r["stop"], r["executions"] < 300')" "('covered', True)"
# Exchanged, in another directory: what was new is gone, and the failure too.
# What the new build estimates and the old one does not is V there, at lines
# that both have: (7,7), (7,15) and (8,8) of the six.
mkdir fixed
bank "$locked" >fixed/bank.c
(cd fixed && "$RADDLE" cc -g -O0 -pthread bank.c -o bank)
expect 0 "$RADDLE" regress -j1 -k -n 300 --old-store raddle-out/bank \
    --out fixed/out --json fixed.json fixed/bank
equal "$(sets fixed.json adjacent)" "3 4 3 3 0"
equal "$(field fixed.json '[f["status"] for f in r["regress"]["findings"]]')" "['fixed']"

# --- A lock macro in a header becomes empty: not a line of the program changes.
cat >counter.c <<'C'
#include <assert.h>
#include <pthread.h>
#include "lock.h"
static int n;
static void *count(void *arg)
{
    LOCK(); n++; UNLOCK();
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
    return 0;
}
C
cat >lock.h <<'C'
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
C
tested counter 0
cat >lock.h <<'C'
#define LOCK() (void)0
#define UNLOCK() (void)0
C
regress 1 counter
equal "$(sets counter.json adjacent)" "2 3 1 1 0"
equal "$(class counter.json A)" "[(7, 'r', 7, 'r'), (7, 'w', 7, 'w')]"
equal "$(sets counter.json def-use | cut -d' ' -f1)" 0
equal "$(field counter.json 'r["regress"]["changed"]["lines"], r["regress"]["changed"]["inside"]')" "(0, 1)"

# --- reload with a comment on top: nothing is new, and what the old campaign
# never met is left out.
cp "$root/examples/reload.c" reload.c
tested reload 0
(echo '/* a comment */' && cat "$root/examples/reload.c") >reload.c
compile reload
for seed in $(seq 20); do
    expect 0 "$RADDLE" regress -j1 -n 20 --metrics sync-pair,def-use --json reload.json \
        --seed $seed --old-store raddle-out/reload --out "reload.$seed" ./reload
    says "new: none"
    equal "$(sets reload.json sync-pair)" "0 4 0 0 1"
    equal "$(sets reload.json def-use)" "0 3 0 0 0"
    equal "$(sets reload.json adjacent | cut -d' ' -f1,3,4)" "0 0 0"
done

# --- A lock is taken away, and the functions get other names.  The holds of the
# old build are no longer expected; the accesses are those of the old build, and
# what the lock excluded is new.
total() {
    cat <<C
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;
static void *$1(void *arg)
{
$2
    total = total + 1;
    calls = calls + 2;
$3
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, $1, &lock);
    pthread_create(&b, 0, $1, &lock);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
C
}
total add '    pthread_mutex_lock(&lock);' '    pthread_mutex_unlock(&lock);' >total.c
tested total 0
total increase '' '' >total.c
regress 0 total
equal "$(field total.json 'r["regress"]["changed"]["renamed"]')" \
    "[{'from': 'add', 'to': 'increase'}]"
equal "$(field total.json '[(i["first"]["operator"], i["first"]["old"], i["class"]) for i in r["regress"]["interactions"] if i["vanished"]]')" \
    "[('lock', True, None)]"
equal "$(field total.json 'sorted((i["first"]["function"], i["first"]["line"]) for i in r["regress"]["interactions"] if i["class"] == "B")')" \
    "[('increase', 7), ('increase', 7), ('increase', 8), ('increase', 8)]"

# --- Data that is declared in another way, in a header that has no code.
cat >queue.h <<'C'
struct queue { int head; long n; int tail; };
C
cat >queue.c <<'C'
#include <pthread.h>
#include "queue.h"
static int limit = 3;
static struct queue q;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *put(void *arg)
{
    pthread_mutex_lock(&lock);
    if (q.n < limit)
        q.n = q.n + 1;
    q.tail++;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, put, 0);
    pthread_create(&b, 0, put, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
C
tested queue 0
sed -i 's/long n;/int n; int seen;/' queue.h
sed -i 's/limit = 3/limit = 4/' queue.c
regress 0 queue --strategy capp-some --capp field
equal "$(field queue.json '[(d["owner"], d["name"], d["how"]) for d in r["regress"]["changed"]["declarations"]]')" \
    "[(None, 'limit', 'line'), (None, 'q', 'type'), ('struct queue', 'n', 'type'), ('struct queue', 'seen', 'added'), ('struct queue', 'tail', 'moved')]"
# Two reads in one line: the column says which.
says "queue.c:9:10 read (put)"
expect 2 "$RADDLE" regress --capp lines ./queue
says "line, function, file or field"
expect 2 "$RADDLE" regress --capp line,default,stack ./queue

# --- Each execution takes one of two ways: fewer executions expect less.  It observes
# as many as of the old build, unless it ends before.
cat >either.c <<'C'
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int set, early, late;
static void *sets(void *arg)
{
    pthread_mutex_lock(&lock);
    set = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *looks(void *arg)
{
    pthread_mutex_lock(&lock);
    if (set)
        late++;
    else
        early++;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], 0, i == 0 ? sets : looks, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
compile either
expect 0 "$RADDLE" test -j1 --no-shrink -n 300 --observe 20 --out either-old ./either
sed -i 's/set = 1;/set = 2;/' either.c
observed='r["regress"]["observed"], r["regress"]["counts"]["adjacent"]["V"]'
regress 0 either -n 1 --old-store either-old --out either-1
says "raddle ended after 1 of the 20 executions that it observes"
says_not "(--keep-going)"
says_not "no longer expected:"
equal "$(field either.json "$observed")" "({'old': 20, 'new': 1, 'ended_early': True}, 2)"
regress 0 either --old-store either-old --out either-300
says ", 0 no longer expected"
equal "$(field either.json "$observed")" "({'old': 20, 'new': 20, 'ended_early': False}, 0)"

# --- Another compiler, other options: nothing is new.
bank "$locked" >bank.c
tested bank 0
for with in "gcc -O2" "clang -O0" "clang -O2"; do
    RADDLE_CC=${with% *} "$RADDLE" cc -g ${with#* } -pthread bank.c -o bank
    expect 0 "$RADDLE" regress -j1 -n 40 --fresh --old-store bank-store --out other \
        --json other.json ./bank
    says "most functions"
    equal "$(field other.json 'r["regress"]["changed"]["lines"], r["regress"]["changed"]["by_line"]')" \
        "(0, True)"
    equal "$(sets other.json adjacent | cut -d' ' -f1,3,4)" "0 0 0"
done

# --- CAPP by the call stack: nothing changed in bump(), but in the line that calls it.
cat >bump.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void bump(void)
{
    int v = n;
    n = v + 1;
}
static void *work(void *arg)
{
    pthread_mutex_lock(&lock), bump(), pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
    return 0;
}
C
tested bump 0
sed -i 's/^    pthread_mutex_lock(&lock), bump.*/    bump();/' bump.c
for capp in line line,stack; do
    regress 1 bump --strategy capp-some --capp $capp --races off --out $capp \
        --old-store raddle-out/bump
    cp bump.json $capp.json
done
failed='r["findings"][0]["times"]'
[ "$(field line,stack.json "$failed")" -gt $((3 * $(field line.json "$failed"))) ] ||
    fail "code that a changed line calls is not preferred"
expect 2 "$RADDLE" regress --capp field,stack ./bump
says "after one of the first three"

# --- docs/regress.md tells the truth: its session, again.
export COLUMNS=100
mkdir session
cp "$root"/examples/regress/*.c session
cd session
"$RADDLE" cc -g -pthread bank.c -o bank
expect 0 "$RADDLE" test -j1 -k -n 1000 ./bank
shows "$root/docs/regress.md" "raddle test -j1 -k -n 1000 ./bank"
cp split.c bank.c
"$RADDLE" cc -g -pthread bank.c -o bank
expect 1 "$RADDLE" regress -j1 -k -n 1000 ./bank
shows "$root/docs/regress.md" "raddle regress -j1 -k -n 1000 ./bank"
