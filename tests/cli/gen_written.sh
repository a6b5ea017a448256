# raddle gen: the C test that it writes is right.  It gives the module what the
# module got when raddle found the failure, and says all of what it may return; so
# it passes with a module whose calls do not interfere.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/common.inc"
cat >set.h <<'H'
#include <stddef.h>
struct set;
struct counts { char kind; unsigned long added; double weight; };
struct set *set_new(void);
void set_delete(struct set *s);
/* How much is free: it ends nothing. */
size_t set_free(struct set *s);
size_t set_add(struct set *s, const unsigned char *bytes, size_t n);
void set_counts(struct set *s, struct counts *out);
int *set_slot(struct set *s);
H
cat >set.c <<'C'
#include "set.h"
#include <pthread.h>
#include <stdlib.h>
struct set { pthread_mutex_t m; struct counts c; unsigned char sum; size_t n; int slots[16]; };
#ifdef MENDED
#define GAP
#else
#define GAP pthread_mutex_unlock(&s->m), pthread_mutex_lock(&s->m)
#endif
struct set *set_new(void)
{
    struct set *s = calloc(1, sizeof(*s));
    pthread_mutex_init(&s->m, NULL);
    return s;
}
void set_delete(struct set *s) { free(s); }
size_t set_free(struct set *s) { return s == NULL; }
size_t set_add(struct set *s, const unsigned char *bytes, size_t n)
{
    size_t r;
    pthread_mutex_lock(&s->m);
    r = s->sum;
    GAP;
    s->sum = r + (bytes != NULL ? bytes[0] : 3) + n;
    pthread_mutex_unlock(&s->m);
    return r;
}
void set_counts(struct set *s, struct counts *out)
{
    pthread_mutex_lock(&s->m);
    unsigned long added = s->c.added;
    GAP;
    s->c.added = added + 1;
    s->c.weight += 0.5;
    *out = s->c;
    pthread_mutex_unlock(&s->m);
}
int *set_slot(struct set *s)
{
    pthread_mutex_lock(&s->m);
    size_t n = s->n;
    GAP;
    s->n = (n + 1) % 16;
    pthread_mutex_unlock(&s->m);
    return &s->slots[n];
}
C
"$RADDLE" cc -g -pthread -DMENDED -c set.c -o mended.o
for name in add counts slot; do
    echo "method set_$name
ignore *_f* set_*
made-by set_new
ended-by set_delete" >$name.spec
    # What may be null has contents besides; no size is larger than the buffer.
    [ $name != add ] || echo 'null set_add.bytes
value set_add.n 300 -1' >>$name.spec
    expect 1 "$RADDLE" gen set.h --with set.c --spec $name.spec -o $name --json report
    equal "$(field report '[f["confirmed"] for f in r["findings"]]')" "[True]"
    says ", 0 sequences fail in one thread"
    "$RADDLE" cc -g -pthread -I. $name/1.c mended.o -o $name.mended
    expect 0 "$RADDLE" test -n 100 ./$name.mended
done
grep -qF 'unsigned char bytes1[256] = "' add/1.c || fail "what goes in is not written"
! grep -qE 'set_add\(.*, (300|-1)\)' add/1.c || fail "a size is larger than its buffer"
grep -qF 'out1.added == 1' counts/1.c || fail "fields are not asserted"
grep -qF '(void *)r2 != (void *)r1' slot/1.c || fail "two threads may get one slot"
# Arrays with their length, an object that is ended through its pointer, and null
# for what a call reads.
cat >list.h <<'H'
struct list;
struct list *list_new(void);
void list_free(struct list **l);
int list_put(struct list *l, const int *values, unsigned n);
int list_ends(struct list *l, int out[2]);
H
cat >list.c <<'C'
#include "list.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct list { pthread_mutex_t m; int n, values[64]; };
struct list *list_new(void)
{
    struct list *l = calloc(1, sizeof(*l));
    pthread_mutex_init(&l->m, NULL);
    return l;
}
void list_free(struct list **l)
{
    free(*l);
    *l = NULL;
}
int list_put(struct list *l, const int *values, unsigned n)
{
    assert(n <= 4);
    for (unsigned i = 0; values != NULL && i < n; i++) {
        assert(values[i] == values[0] + (int)i);
        pthread_mutex_lock(&l->m);
        if (l->n < 64)
            l->values[l->n++] = values[i];
        pthread_mutex_unlock(&l->m);
    }
    return values == NULL ? -1 : 0;
}
int list_ends(struct list *l, int out[2])
{
    pthread_mutex_lock(&l->m);
    int n = l->n;
    if (n > 0) {
        out[0] = l->values[0];
        out[1] = l->values[n - 1];
    }
    pthread_mutex_unlock(&l->m);
    return n;
}
C
echo "null list_put.values" >list.spec
expect 1 "$RADDLE" gen list.h --with list.c --spec list.spec -o list --json report
equal "$(field report '[f["confirmed"] for f in r["findings"]], r["sequences_failed"]')" \
    "([True], 0)"
grep -q 'static int values[0-9]\[4\] = { [15], ' list/1.c || fail "what the array holds is not written"
grep -q 'out[0-9]\[1\] == [1-8]' list/1.c || fail "elements are not asserted"
grep -qF 'list_free(&l);' list/1.c || fail "the pointer is not given"
expect 0 gcc -Wall -Wextra -Werror -pthread -I. list/1.c list.c -o plain
