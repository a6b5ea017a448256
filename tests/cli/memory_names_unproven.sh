# No block of the heap has a name that is another's: where it is not certain what
# a block is, it is called by where it was made, and never by more than the
# statement there says.
include=$(cd "$(dirname "$0")/../../include" && pwd)
. "$(dirname "$0")/common.inc"

# shown NAME [ARGS]: the table of the failure of ./NAME is left in out.
shown() {
    rm -rf out-false
    expect 1 "$RADDLE" test -q --fresh --jobs 1 --out out-false "./$@" </dev/null
    COLUMNS=250 expect 1 "$RADDLE" show --full "$(ls out-false/*.schedule | head -1)"
}
calls() { grep -qF -- "$1" out || { cat out; fail "$2: nothing is called $1"; }; }
never() { grep -- "$1" out && fail "$2: a name that is another's"; true; }

# Two threads that add to an int of the heap, which loses an update.
cat >both.h <<'C'
#include <assert.h>
#include <pthread.h>
static void *work(void *arg) { (*(int *)arg)++; return NULL; }
static int both(int *where)
{
    pthread_t t[2];
    *where = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, where);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(*where == 2);
    return 0;
}
C

# What a function keeps is not what it gives back: a pool, a second block, what
# a callback makes.  One that gives back the very block is xmalloc.
cat >keeps.c <<'C'
#include "both.h"
#include <stdlib.h>
struct apple { int seeds, weight; };
struct brick { int length, height; };
struct pear { int stones, taste; };
static void *pool, *kept;
static size_t used;
static void *pool_get(size_t n)
{
    if (pool == NULL)
        pool = malloc(64); /* line 11 */
    used += n;
    return (char *)pool + used - n;
}
struct arena { void *base; };
static void *arena_get(struct arena *a)
{
    if (a->base == NULL) {
        void *chunk = malloc(8); /* line 19 */
        a->base = chunk;
    }
    return a->base;
}
static void *second(size_t n)
{
    void *extra = malloc(n); /* line 26 */
    kept = extra;
    return malloc(n);
}
static void *callback(size_t n)
{
    void *q = malloc(n); /* line 32 */
    kept = q;
    return NULL;
}
static void *run(void *(*f)(size_t), size_t n)
{
    void *r = f(n);
    return r;
}
static void *behind_head(size_t n)
{
    void *p = malloc(n + 8); /* line 43 */
    used += n;
    return (char *)p + 8;
}
static void *xmalloc(size_t n)
{
    void *p;
    if ((p = malloc(n)) == NULL)
        abort();
    return p;
}
static void *swap(void *fresh)
{
    void *old = kept;
    kept = fresh;
    return old;
}
static void *swapped(size_t n)
{
    return swap(malloc(n)); /* line 62 */
}
static size_t even(size_t n) { return n + n % 2; }
int main(int argc, char **argv)
{
    struct arena arena = { NULL };
    struct brick *a = pool_get(sizeof(*a)), *b = pool_get(sizeof(*b));
    struct brick *c = arena_get(&arena);
    struct brick *d = second(8);
    int *e1 = kept;
    struct brick *f = run(callback, 8);
    int *g = kept;
    struct brick *h = behind_head(8);
    struct apple *x = xmalloc(sizeof(*x));
    struct brick *i = swapped(8);
    int *k = kept;
    struct brick *l = swap(malloc(8)); /* line 78 */
    int *m = kept;
    struct pear *o = xmalloc(even(7));
    int *all[] = { &a->height, &b->height, &c->height, e1 + 1, &d->height,
                   g + 1, &h->height, &x->weight, k + 1, m + 1,
                   &o->taste };
    (void)f, (void)i, (void)l;
    return both(all[argc > 1 ? atoi(argv[1]) : 0]);
}
C
for build in "gcc -O0" "gcc -O2" "clang -O0"; do
    set -- $build
    "$RADDLE" cc --cc="$1" "$2" -fno-inline -g -pthread keeps.c -o keeps
    while read -r case name; do
        shown keeps "$case"
        calls "$name" "$build, case $case"
        [ "$case" = 4 ] || never "^lost update.*brick" "$build, case $case"
    done <<'E'
0 block allocated at keeps.c:11 +4
1 block allocated at keeps.c:11 +12
2 block allocated at keeps.c:19 +4
3 block allocated at keeps.c:26 +4
4 brick.height
5 block allocated at keeps.c:32 +4
6 block allocated at keeps.c:43 +12
7 apple.weight
8 block allocated at keeps.c:62 +4
9 block allocated at keeps.c:78 +4
10 pear.taste
E
done

# Nor is it the only structure that a variable there points to.
cat >only.c <<'C'
#include "both.h"
#include <stdlib.h>
struct brick { int length, height; };
static void *kept;
static void *keep(void *fresh) { kept = fresh; return NULL; }
int main(void)
{
    struct brick *b = keep(malloc(8));
    return both((int *)kept + 1) + (b != NULL);
}
C
"$RADDLE" cc -g -pthread only.c -o only
shown only
calls "block allocated at only.c:8 +4" "only"
never "^lost update.*brick" "only"

# Of a library nothing is known.
cat >lib.c <<'C'
#include <stdlib.h>
static int *last;
void *lib_make(void) { void *p; last = calloc(2, 4); p = calloc(1, 8); return p; }
int *lib_last(void) { return last + 1; }
C
cat >uses.c <<'C'
#include "both.h"
struct brick { int length, height; };
void *lib_make(void);
int *lib_last(void);
int main(void)
{
    struct brick *b = lib_make();
    both(lib_last());
    return b->height;
}
C
gcc -shared -fPIC lib.c -o liblib.so
"$RADDLE" cc -g -pthread uses.c -o uses -L. -llib -Wl,-rpath,"$PWD"
shown uses
never "brick" "library"
calls "block" "library"

# Elements are counted only where the statement asks for a number of them.
cat >sized.c <<'C'
#include "both.h"
#include <stdlib.h>
struct msg { int type, len; };
struct big { struct msg head; int x, y; };
static struct msg *msg_of(size_t size)
{
    struct msg *m = malloc(size); /* line 7 */
    m->type = 0;
    return m;
}
int main(int argc, char **argv)
{
    struct big *a = (struct big *)msg_of(sizeof(struct big));
    struct msg *b = realloc(msg_of(8), 4000);
    struct msg *c = malloc(3 * sizeof(*c)), *d = calloc(3, sizeof(struct msg));
    struct msg *e = msg_of(8), *f = malloc(sizeof(*f) + 16);
    char *g = malloc(64);
    int *all[] = { &a->y, &((int *)b)[501], &c[2].len, &d[2].len, &e->len,
                   (int *)f + 5, (int *)g + 3 };
    return both(all[argc > 1 ? atoi(argv[1]) : 0]);
}
C
for compiler in gcc clang; do
    "$RADDLE" cc --cc="$compiler" -g -pthread sized.c -o sized
    while read -r case name; do
        shown sized "$case"
        calls "$name" "$compiler, case $case"
        case $case in 0 | 1 | 2 | 5) never "^lost update.*msg[#0-9]*\[" "$compiler, case $case" ;; esac
    done <<'E'
0 block allocated at sized.c:7 +12
1  +2004
2 block allocated at sized.c:15 +20
3 [2].len
4 .len
5 +20
6 g[12]
E
done

# Two structures of one name, of which one is hidden.
cat >hidden.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct apple { int seeds, weight; };
int *keep;
static void *same(void *v) { return v; }
static void *work(void *arg) { struct apple *p = arg; p->weight++; return NULL; }
int main(void)
{
    pthread_t t[2];
    struct apple *p = same(calloc(1, sizeof(struct apple)));
    {
        struct apple { int foo, bar; } *s = calloc(1, sizeof(*s));
        keep = &s->bar;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, p);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(p->weight == 2);
    return 0;
}
C
for build in "gcc -O0" "gcc -O2" "clang -O0" "clang -O2"; do
    set -- $build
    "$RADDLE" cc --cc="$1" "$2" -g -pthread hidden.c -o hidden
    shown hidden
    never "write.*\.bar = [12]" "$build"
done

# A pointer that became NULL, and one that came late, point to nothing of it.
cat >taken.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct job { int runs, cost; };
static struct job *head, *late, *held;
static void *work(void *arg)
{
    struct job *j = arg;
    assert(head == NULL);
    j->runs++;
    held->cost++;
    return NULL;
}
int main(void)
{
    pthread_t t[2];
    struct job *mine;
    held = calloc(1, sizeof(struct job));
    head = calloc(1, sizeof(*head));
    mine = head;
    head = NULL;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, mine);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    late = mine;
    assert(late->runs == 2);
    return 0;
}
C
for compiler in gcc clang; do
    "$RADDLE" cc --cc="$compiler" -g -pthread taken.c -o taken
    shown taken
    never "\(read\|write\) head->" "$compiler"
    never "\(read\|write\) late->" "$compiler"
    never "head = head" "$compiler"
    calls "write job#2.runs = 1" "$compiler"
    calls "held->cost" "$compiler"
done

# Variables of a function that is there twice.
cat >twice.c <<'C'
#include <assert.h>
#include <pthread.h>
static void *work(void *arg) { int **p = arg; ++*p[0]; ++*p[1]; return NULL; }
static void deeper(int d, int **v)
{
    int level = 0;
    pthread_t t[2];
    v[d] = &level;
    if (d < 1) {
        deeper(d + 1, v);
        assert(level < 2);
        return;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, v);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
int main(void)
{
    int *v[2];
    deeper(0, v);
    return 0;
}
C
"$RADDLE" cc -g -pthread twice.c -o twice
shown twice
calls "deeper::level (frame 1) = 1" "recursion"
calls "deeper::level (frame 2) = 1" "recursion"
never "deeper::level = " "recursion"
true
