# Memory has names, whatever compiler and level built the program: blocks of the
# heap by what they are, told apart by numbers in the order of making; by where
# they were made if that is not known; by what the program calls them.  Variables
# of functions have those of the source.
include=$(cd "$(dirname "$0")/../../include" && pwd)
. "$(dirname "$0")/common.inc"

cat >names.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdlib.h>

struct account { pthread_mutex_t lock; int id; long balance; };
typedef struct { struct account *from, *to; } job_t;
struct message { int length; char text[]; };
struct shared {
    job_t *jobs;
    struct message *message;
    int *count;
    void *raw;
    long *limits;
};

static void *xmalloc(size_t n)
{
    void *p = malloc(n);

    if (p == NULL)
        abort();
    return p;
}

static struct account *account_new(long balance)
{
    struct account *a = xmalloc(sizeof(*a));

    pthread_mutex_init(&a->lock, NULL);
    a->balance = balance;
    return a;
}

static void *work(void *arg)
{
    struct shared *s = arg;

    s->jobs[1].from->balance -= 1;
    pthread_mutex_lock(&s->jobs[1].to->lock);
    s->jobs[1].to->balance += 1;
    pthread_mutex_unlock(&s->jobs[1].to->lock);
    s->message->length++;
    s->message->text[5]++;
    *s->count += 1;
    ((int *)s->raw)[2]++;
    s->limits[3]++;
    return NULL;
}

int main(void)
{
    struct shared *s = malloc(sizeof(struct shared));
    pthread_t t[2];

    s->jobs = calloc(2, sizeof(job_t));
    s->jobs[1].from = account_new(100);
    s->jobs[1].to = account_new(100);
    s->message = calloc(1, sizeof(struct message) + 10);
    s->count = calloc(1, sizeof(int));
    s->raw = calloc(1, 16); /* line 61 */
    s->limits = calloc(10, sizeof(long));
    raddle_name(s->limits, "the limits");
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, s);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(s->jobs[1].from->balance != 98 && "always");
    return 0;
}
C

for build in "gcc -O0" "gcc -O2" "clang -O0" "clang -O2"; do
    set -- $build
    "$RADDLE" cc --cc="$1" "$2" -g -pthread -I"$include" names.c -o names
    expect 1 "$RADDLE" test -q --fresh --jobs 1 --out out-names ./names
    file=$(ls out-names/*.schedule | grep -v orig | head -1)
    COLUMNS=250 expect 1 "$RADDLE" show --full "$file"
    for name in "shared.jobs = &job_t" "job_t\[1\].from = &account#1" \
        "account#1.balance = 100" "account#2.balance = 101" \
        "message.length" "message.text\[5\]" "write \*count = 1" \
        "block allocated at names.c:61 +8" "the limits\[3\]"; do
        grep -q "$name" out || fail "$build: nothing is called $name"
    done
    grep -q "lock account#2.lock" out || fail "$build: the lock has no name"
    grep "0x11000" out && fail "$build: a block has no name"
    says "account#1 made at names.c:28 (called at names.c:57); account#2 made at names.c:28 (called at names.c:58)"
    cp out first
    COLUMNS=250 expect 1 "$RADDLE" show --full "$file"
    cmp first out || fail "$build: names differ from one time to the next"
    expect 1 "$RADDLE" show --json table.json "$file"
    grep -q 'account#2.balance' table.json || fail "$build: not in the JSON"
done

# Only the symbol table: functions are known, lines and types are not.
strip -g names
expect 1 "$RADDLE" test -q --fresh --jobs 1 --out out-names ./names
says "block"
grep "0x11000" out && fail "without debug information a block has no name"

# Names come from debug information: the same without the source, and with one
# that was changed since.
"$RADDLE" cc -g -pthread -I"$include" names.c -o names
expect 1 "$RADDLE" test -q --fresh --jobs 1 --out out-names ./names
file=$(ls out-names/*.schedule | grep -v orig | head -1)
sed 's/calloc(1, sizeof(int))/calloc(2, sizeof(short))/' names.c >changed.c
touch -d '+1 hour' changed.c
mv names.c kept.c
cp -p changed.c names.c
COLUMNS=250 expect 1 "$RADDLE" show --full "$file"
says "shared.count = count"
rm names.c
COLUMNS=250 expect 1 "$RADDLE" show --full "$file"
says "shared.count = count"

# What C++ makes: a constructor gets the block, new[] makes an array.
cat >made.cc <<'C'
#include <cassert>
#include <pthread.h>
namespace bank {
struct account {
    int id, balance;
    explicit account(int b) : id(0), balance(b) {}
    virtual ~account() {}
};
struct pair { int a, b; };
}
static bank::pair *more;
static void *work(void *arg)
{
    static_cast<bank::account *>(arg)->balance++;
    more[2].b++;
    return nullptr;
}
int main()
{
    pthread_t t[2];
    bank::account *one = new bank::account(0);
    more = new bank::pair[3]();
    for (auto &x : t)
        pthread_create(&x, nullptr, work, one);
    for (auto x : t)
        pthread_join(x, nullptr);
    assert(one->balance == 2 && more[2].b == 2);
}
C
for build in "gcc -O0" "gcc -O2" "clang -O0" "clang -O2"; do
    set -- $build
    RADDLE_CC=$1 "$RADDLE" c++ "$2" -g -pthread made.cc -o made
    expect 1 "$RADDLE" test -q --fresh --jobs 1 --out out-made ./made
    file=$(ls out-made/*.schedule | grep -v orig | head -1)
    COLUMNS=250 expect 1 "$RADDLE" show --full "$file"
    for name in "read bank::account.balance = 0" "read \(more\|bank::pair\)\[2\].b = 0"; do
        grep -q "$name" out || fail "$build: nothing is called $name"
    done
done

# Variables of functions, of main and of threads.
cat >locals.c <<'C'
#include <assert.h>
#include <pthread.h>
struct box { pthread_mutex_t lock; int count; int hits[3]; };
struct pass { struct box *box; int done; };
static void *inner(void *arg)
{
    struct pass *p = arg;
    p->done = 1;
    p->box->hits[2]++;
    return NULL;
}
static void *work(void *arg)
{
    struct box *b = arg;
    struct pass mine = { b, 0 };
    pthread_t t;
    pthread_create(&t, NULL, inner, &mine);
    pthread_mutex_lock(&b->lock);
    int seen = b->count;
    pthread_mutex_unlock(&b->lock);
    b->count = seen + 1;
    pthread_join(t, NULL);
    assert(mine.done);
    return NULL;
}
int main(void)
{
    struct box b = { .lock = PTHREAD_MUTEX_INITIALIZER };
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, &b);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(b.count == 2);
    return 0;
}
C
for build in "gcc -O0" "gcc -O2" "clang -O0" "clang -O2"; do
    set -- $build
    "$RADDLE" cc --cc="$1" "$2" -g -pthread locals.c -o locals
    expect 1 "$RADDLE" test -q --fresh --jobs 1 --out out-locals ./locals
    file=$(ls out-locals/*.schedule | grep -v orig | head -1)
    COLUMNS=250 expect 1 "$RADDLE" show --full "$file"
    for name in "write main::b.count = 1" "lock main::b.lock" "main::b.hits\[2\]" \
        "work::mine.done (thread [1-4])" "work::mine.box (thread [1-4]) = &main::b "; do
        grep -q "$name" out || fail "$build: nothing is called $name"
    done
done

# Of an inner block, when the failure comes after it; functions; what a pointer
# points to: the whole, not its first member.
cat >inner.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct acc { pthread_mutex_t m; int money; };
struct task { void (*fn)(struct acc *); struct acc *on; };
static struct acc both[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };
static struct task *made;
static void add(struct acc *a) { a->money++; }
static void *work(void *arg)
{
    struct task *t = arg;
    t->fn(t->on);
    made->fn(made->on);
    return NULL;
}
int main(void)
{
    int sum;
    made = malloc(sizeof *made); /* line 19 */
    made->fn = add;
    made->on = &both[1];
    {
        struct acc box = { PTHREAD_MUTEX_INITIALIZER, 0 };
        struct task task = { add, &box };
        pthread_t t[2];
        for (int i = 0; i < 2; i++)
            pthread_create(&t[i], NULL, work, &task);
        for (int i = 0; i < 2; i++)
            pthread_join(t[i], NULL);
        sum = box.money;
    }
    assert(sum == 2);
    return 0;
}
C
for compiler in gcc clang; do
    "$RADDLE" cc --cc="$compiler" -g -pthread inner.c -o inner
    expect 1 "$RADDLE" test -q --fresh --jobs 1 --out out-inner ./inner
    file=$(ls out-inner/*.schedule | grep -v orig | head -1)
    COLUMNS=250 expect 1 "$RADDLE" show --full "$file"
    for name in "read main::box.money = 0" "main::task.on = &main::box " \
        "main::task.fn = add " "made->fn = add " "made->on = &both\[1\] " \
        "write made = block allocated at inner.c:19 "; do
        grep -q "$name" out || fail "$compiler: nothing is called $name"
    done
    # (Clang keeps what main will return in a place without a name.)
    grep "0x7ff" out | grep -v '17 {' && fail "$compiler: a variable of a block has no name"
done

# What waits for ever waits for something with a name.
cat >forks.c <<'C'
#include <pthread.h>
#include <stdlib.h>
struct fork { int n; pthread_mutex_t lock; };
struct seat { struct fork *left, *right; };
static void *dine(void *arg)
{
    struct seat *s = arg;
    pthread_mutex_lock(&s->left->lock);
    pthread_mutex_lock(&s->right->lock);
    s->left->n++;
    pthread_mutex_unlock(&s->right->lock);
    pthread_mutex_unlock(&s->left->lock);
    return NULL;
}
int main(void)
{
    struct fork *f[2];
    struct seat *s = malloc(2 * sizeof(struct seat));
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        f[i] = calloc(1, sizeof(struct fork));
        pthread_mutex_init(&f[i]->lock, NULL);
    }
    for (int i = 0; i < 2; i++) {
        s[i].left = f[i];
        s[i].right = f[1 - i];
        pthread_create(&t[i], NULL, dine, &s[i]);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
"$RADDLE" cc -g -pthread forks.c -o forks
expect 1 "$RADDLE" test -q --fresh --jobs 1 ./forks
says "for mutex fork#2.lock"
says "fork#1, fork#2 made at forks.c:21"
grep "0x11000" out && fail "a lock has no name"
# A replay says the same.
for way in fork rewind; do
    expect 1 "$RADDLE" replay --isolation $way raddle-out/forks/*.schedule
    says "for mutex fork#2.lock"
    grep "0x11000" out && fail "a lock has no name in a replay by $way"
done
true
