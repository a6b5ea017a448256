# raddle show: the interleaving as a table, as the files in show/ have it;
# within the terminal's width; in colour only where it is wanted; as JSON.
golden=$(cd "$(dirname "$0")/show" && pwd)
. "$(dirname "$0")/common.inc"
unset COLUMNS

# found NAME: builds and tests it; its schedule is then in $file.
found() {
    "$RADDLE" cc -g -pthread "$1.c" -o "$1"
    expect 1 "$RADDLE" test --jobs 1 --out "out-$1" "./$1"
    file=$(ls out-"$1"/*.schedule out-"$1"/*/*.schedule 2>/dev/null |
        grep -v orig | head -1)
}
# fits WIDTH [FILE]: no line is wider.
fits() {
    wide=$(awk -v most="$1" 'length > most' "${2:-out}")
    [ -z "$wide" ] || fail "wider than $1: $wide"
}
# The table without the numbers of its steps: how many do not matter between
# those that do is not what is tested here.
table() {
    sed -n '/^step/,/ steps; /p' out |
        sed 's/^ *[0-9][0-9]* |/   # |/; s/^[0-9]* of [0-9]* steps/# steps/'
}
# Only one interleaving with the fewest switches fails, so it is known.
as_golden() {
    found "$1"
    grep -q "^FAIL" out || fail "raddle test shows no table"
    table >tested
    fits 160 tested
    expect 1 "$RADDLE" show "$file"
    fits 160
    table >shown
    diff -u "$golden/$1.txt" shown || fail "not as in $golden/$1.txt"
    cmp tested shown || fail "raddle test shows another table"
}

cat >update.c <<'C'
#include <assert.h>
#include <pthread.h>

static int balance = 100;

static void *deposit(void *unused)
{
    balance += 50;
    return unused;
}

static void *withdraw(void *unused)
{
    int seen = balance;
    balance = seen - 30;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance != 70);
    return 0;
}
C
as_golden update
update=$file

cat >wakeup.c <<'C'
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&changed, &m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, waiter, NULL);
    ready = 1; /* without the mutex */
    pthread_cond_signal(&changed);
    pthread_join(t, NULL);
    return 0;
}
C
as_golden wakeup

cat >freed.c <<'C'
#include <pthread.h>
#include <stdlib.h>

struct message {
    int length;
    char text[32];
};
static struct message *latest;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *reader(void *unused)
{
    pthread_mutex_lock(&m);
    struct message *mine = latest;
    pthread_mutex_unlock(&m);
    if (mine != NULL)
        mine->length++;
    return unused;
}

static void *dropper(void *unused)
{
    pthread_mutex_lock(&m);
    free(latest);
    latest = NULL;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    latest = calloc(1, sizeof(*latest));
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, dropper, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
found freed
expect 1 "$RADDLE" show "$file"
says "heap use after free"
says "free message"
says "free(latest);"
says "17 mine->length++;"
fits 160

# A cycle of three: each row of the failure says who has what.
cat >cycle.c <<'C'
#include <pthread.h>

static pthread_mutex_t fork_of[3];

static void *eat(void *arg)
{
    long i = (long)arg;

    pthread_mutex_lock(&fork_of[i]);
    pthread_mutex_lock(&fork_of[(i + 1) % 3]);
    pthread_mutex_unlock(&fork_of[(i + 1) % 3]);
    pthread_mutex_unlock(&fork_of[i]);
    return NULL;
}

int main(void)
{
    pthread_t t[3];

    for (long i = 0; i < 3; i++)
        pthread_mutex_init(&fork_of[i], NULL);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, eat, (void *)i);
    for (long i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
found cycle
expect 1 "$RADDLE" show "$file"
fits 160
for i in 0 1 2; do
    says "9 lock fork_of[$i]"
    says "10 lock fork_of[$i]"
    says "holds fork_of[$i]"
done
equal "$(grep -c '^FAIL' out)" 1
equal "$(sed -n '/^FAIL/,$p' out | grep -o 'waits for ever' | wc -l)" 3
grep -q "waits: thread [123]" out || fail "whom it waits for is not said"
# Each fact once: who has what, in the sentence; where threads wait, in the
# table; only the one that is not there is told of below.
expect 1 "$RADDLE" test --jobs 1 --fresh --out out-cycle ./cycle
equal "$(grep -c 'lock-order deadlock: ' out)" 1
says_not ".-> thread"
says "thread 0: waits for the end of thread"
says_not "thread 1: waits"
equal "$(grep -c '^    #0' out)" 1
expect 1 "$RADDLE" replay "$file"
says ".-> thread"
equal "$(grep -c '^    #0' out)" 4
says_not "thread 1: waits"

# A function of one line: its source once in a run of its steps.
cat >line.c <<'C'
#include <assert.h>
#include <pthread.h>
static int n;
static void *add(void *arg) { n++; return arg; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(n == 2);
}
C
found line
expect 1 "$RADDLE" show "$file"
equal "$(grep -o '| 4 static void' out | wc -l)" 2
equal "$(grep -o '| 4 write n = 1' out | wc -l)" 1
says "lost update: fails when"
says ", step "

# Forty threads, of which one comes too late: lanes, the others together.
cat >forty.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 40
static atomic_int done, result[N];

static void *work(void *arg)
{
    long i = (long)arg;

    if (i != 7)
        result[i] = 1;
    done++;
    if (i == 7)
        result[i] = 1;
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    int sum = 0;

    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    while (done < N)
        ;
    for (int i = 0; i < N; i++)
        sum += result[i];
    for (long i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(sum == N);
    return 0;
}
C
found forty
expect 1 "$RADDLE" show "$file"
fits 160
says "read result[7] = 0"
says "write result[7] = 1"
says "update done: 39 -> 40"
expect 1 "$RADDLE" show --full "$file"
fits 160
# All threads have steps here; in the short table those with steps may fit.
grep -q '^step .* \.\.$' out || fail "no lane of the others"
total=$(grep -c . out)
[ "$total" -gt 200 ] || fail "the full table has $total lines"

# The width is that of --width, of COLUMNS, of the terminal, or 160.
expect 1 env COLUMNS=200 "$RADDLE" show --width 70 "$update"
fits 70
expect 2 "$RADDLE" show --width 7 "$update"
says "--width"
script -qec "stty cols 100; '$RADDLE' show '$update'" /dev/null </dev/null \
    >out 2>err || true
tr -d '\r' <out | sed "s/$(printf '\033')\[[0-9;]*m//g" >plain
fits 100 plain
equal "$(grep '^-----' plain | awk '{ print (length > 80) }')" 1
expect 1 env COLUMNS=60 "$RADDLE" show "$update"
fits 60
expect 1 env COLUMNS=150 "$RADDLE" show "$update"
equal "$(grep '^-----' out | awk '{ print (length > 90) }')" 1

# Colour: on a terminal, unless NO_COLOR.
unset NO_COLOR
script -qec "'$RADDLE' show '$update'" /dev/null </dev/null >out 2>err || true
grep -q "$(printf '\033')\[1;31m" out || fail "no colour"
# What is said of progress is gone before the table.
script -qec "'$RADDLE' test --fresh -j1 --out out-cycle ./cycle" /dev/null \
    </dev/null >out 2>err || true
grep -q "FAIL" out || fail "no table on a terminal"
! grep -B 1 "^step " out | grep -q "executions\? " || fail "a panel stays"
NO_COLOR=1 script -qec "'$RADDLE' show '$update'" /dev/null </dev/null \
    >out 2>err || true
grep -q "FAIL" out || fail "nothing on a terminal"
! grep -q "$(printf '\033')" out || fail "colour in spite of NO_COLOR"

# JSON has all steps.
expect 1 "$RADDLE" show --json report "$update"
equal "$(field report '"left_out" in r')" False
equal "$(field report 'r["command"], r["result"], r["exit_status"]')" \
    "('show', 'same', 1)"
equal "$(field report '[t["function"] for t in r["threads"]]')" \
    "['main', 'deposit', 'withdraw']"
equal "$(field report 'len(r["steps"])')" \
    "$(sed -n 's/.* of \([0-9]*\) steps.*/\1/p' out)"
equal "$(field report '[(s["thread"], s["text"], s["switch"], s["line"],
    s["object"], s["value"]) for s in r["steps"]
    if s["operation"] == "write" and s["matters"]]')" \
    "[(1, 'write balance = 150', None, 8, 'balance', '150'), \
(2, 'write balance = 70', None, 15, 'balance', '70')]"
expect 1 "$RADDLE" show --json - "$update"
python3 -c 'import json, sys; json.load(open("out"))' || fail "no JSON"
grep -q "^FAIL" err || fail "the table is gone"

# What does not fail as recorded has no table, and says so as a replay does.
sed -i 's/balance != 70/balance != 71/' update.c
"$RADDLE" cc -g -pthread update.c -o update
expect 4 "$RADDLE" show "$update"
says "diverged at step"
says_not "FAIL"
expect 2 "$RADDLE" show
expect 2 "$RADDLE" show missing.schedule
says "missing.schedule"

# What makes descriptors has none: it is named.
cat >makes.c <<'C'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static void *run(void *arg)
{
    int fd[2];
    pipe(fd);
    open("/dev/null", O_RDONLY);
    socketpair(AF_UNIX, SOCK_STREAM, 0, fd);
    close(-1);
    assert(arg != NULL);
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
"$RADDLE" cc -w -g -pthread makes.c -o makes
expect 1 "$RADDLE" test --jobs 1 --out makes-out ./makes
expect 1 "$RADDLE" show --full makes-out/*.schedule
for name in pipe open socketpair "io on a descriptor out of range"; do
    grep -q ";   $name *$" out || fail "does not name $name"
done
says_not 65535

# What a pointer that moved leads to has no name by it: not at all times, and not
# one thing alone.
cat >list.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static struct node {
    int key;
    struct node *next;
} *head;
static struct config {
    int limit;
} *config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *key)
{
    struct node *new;

    pthread_mutex_lock(&lock);
    for (struct node *n = head; n != NULL; n = n->next) {
        if (n->key == (int)(long)key) {
            pthread_mutex_unlock(&lock);
            return NULL;
        }
    }
    pthread_mutex_unlock(&lock);
    new = malloc(sizeof(*new));
    new->key = (int)(long)key;
    pthread_mutex_lock(&lock);
    new->next = head;
    head = new;
    config->limit--;
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void)
{
    pthread_t a, b;

    config = malloc(sizeof(*config));
    config->limit = 1;
    pthread_create(&a, NULL, add, (void *)7);
    pthread_create(&b, NULL, add, (void *)7);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(config->limit == 0);
    return 0;
}
C
found list
expect 1 "$RADDLE" show --full "$file"
says "read config->limit"
says_not "head->"

# A row says once what it reads.
cat >twice.c <<'C'
#include <assert.h>
#include <pthread.h>
static int n;
static void *work(void *p)
{
    n++;
    return p;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2 || n == 3);
    return 0;
}
C
found twice
expect 1 "$RADDLE" show "$file"
equal "$(sed -n '/16 assert/,/FAIL/p' out | grep -c 'read n = 1')" 1
