# raddle gen --list: what raddle understands of headers, and bad input: nothing
# runs, and the message says what to do.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/common.inc"
# has LINE...: each is a line of the list.
has() {
    for line; do grep -qxF -- "$line" out || fail "no line: $line"; done
}
cat >queue.h <<'H'
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
struct q;
enum how { FIRST, LAST };
struct plain { int a, b; };
struct padded { char a; int b; };
struct q *q_new(int room);
int q_open(struct q **out, const char *name);
void q_free(struct q *q);
struct q *q_ref(struct q *q);
void q_lock(struct q *q);
void q_unlock(struct q *q);
int q_push_unlocked(struct q *q, int v);
int q_push(struct q *q, int v, enum how how);
bool q_has(const struct q *q, void *item, double weight);
int q_read(struct q *q, void *buffer, size_t size);
int q_stat(struct q *q, struct plain *out, struct padded *more);
void q_each(struct q *q, void (*each)(int v, void *data), void *data);
void q_printf(struct q *q, const char *format, ...);
void q_print(struct q *q, FILE *out);
int q_fill(struct q *q, const int *values, int n);
int q_drain(struct q *q, double values[], size_t max);
void q_corners(struct q *q, int out[2], const long in[2], short many[9]);
void q_row(struct q *q, const int row[8], size_t n);
void q_close(struct q **q);
static inline int q_one(struct q *q) { return q != NULL; }
#define q_empty(q, strict) (q_one(q) == 0)
H
expect 0 "$RADDLE" gen --list queue.h
has "handle struct q" "made-by q_new" "made-by q_open" "ended-by q_free" \
    "retained-by q_ref" "pair q_lock q_unlock" "inside q_lock: q_push_unlocked" \
    "method q_push q_has q_read q_stat q_each q_fill q_drain q_corners q_row q_one" \
    "value q_fill.values {1,2,3,4} {5,6,7,8}" "value q_fill.n 2 1 4" "value q_drain.max 2 1 4" \
    "value q_corners.in {1,2} {3,4}" "value q_row.n 0 1 2" \
    "# q_close: takes the address of a pointer to an object, and is not what ends one" \
    "value q_push.how FIRST LAST" "value q_push.v 0 1 2 -1" "value q_new.room 4 1 2" \
    "value q_read.size 8 1 256" 'value q_open.name "a" "" "key"' \
    "# q_print: out takes FILE *, which no function makes" \
    "# q_empty, parameters: 2"
grep -q "^# q_printf: .*variable number" out || fail "q_printf is not left out"
# What is listed, read as a spec, gives the same list.
cp out list.spec
expect 0 "$RADDLE" gen --list --spec list.spec queue.h
cmp out list.spec || fail "the list of the list differs"
# So it is with every kind of line that a spec may have.
echo 'wrap static int q_two(struct q *q) { return q_one(q) + 1; }
alone q_stat
alone-with q_each: q_push q_two
one-thread q_read
weak q_has
weak q_one +-2
blocks q_read
ignore q_lock q_unlock q_push_unlocked
null q_open.name
value q_print.out stdout' >all.spec
expect 0 "$RADDLE" gen --list --spec all.spec queue.h
has "wrap static int q_two(struct q *q) { return q_one(q) + 1; }" "alone q_stat" \
    "alone-with q_each: q_push q_two" "one-thread q_read" "weak q_has" "weak q_one +-2" \
    "blocks q_read" "null q_open.name" "value q_print.out stdout"
cp out all.list
expect 0 "$RADDLE" gen --list --spec all.list queue.h
cmp out all.list || fail "the list of the list differs"
# A spec makes it drivable; a wrap is a function as any other.
echo 'value q_print.out stdout
wrap static int q_two(struct q *q) { return q_one(q) + 1; }
ignore q_each' >my.spec
expect 0 "$RADDLE" gen --list --spec my.spec queue.h
has "value q_print.out stdout" "ignore q_each" \
    "method q_push q_has q_read q_stat q_print q_fill q_drain q_corners q_row q_one" "method q_two"
# Of a large header only what the spec names.
echo 'method q_push q_stat
ignore q_*
made-by q_new
ended-by q_free' >few.spec
expect 0 "$RADDLE" gen --list --spec few.spec queue.h
has "made-by q_new" "ended-by q_free" "method q_push q_stat"
! grep -q "^method.* q_has\|^retained-by" out || fail "the rest is not ignored"

# A header of another project, with its flags.
expect 0 "$RADDLE" gen --list --pkg glib-2.0 --only gasyncqueue.h glib.h
has "handle GAsyncQueue" "made-by g_async_queue_new" "made-by g_async_queue_new_full" \
    "ended-by g_async_queue_unref" "retained-by g_async_queue_ref" \
    "pair g_async_queue_lock g_async_queue_unlock"
grep -q "^inside g_async_queue_lock:.* g_async_queue_pop_unlocked" out ||
    fail "pop_unlocked may be called without the lock"
# An object that the caller has, and one that needs another.
cat >two.h <<'H'
struct pool;
struct pool *pool_new(struct pool *parent);
struct set { int n; };
void set_init(struct set *s, struct pool *p);
int set_add(struct set *s, long v);
H
expect 0 "$RADDLE" gen --list two.h
grep -q "^# set_add: .*no function makes" out || fail "where does its pool come from?"
echo "null pool_new.parent" >two.spec
expect 0 "$RADDLE" gen --list --spec two.spec two.h
has "handle struct set" "made-by set_init" "made-by pool_new" "method set_add"

# Flags decide what a header says.
echo '#include <needed.h>
struct q; NEEDED struct q *q_new(void); int q_get(struct q *q);' >flags.h
mkdir inc
echo '#ifdef ON
#define NEEDED
#endif' >inc/needed.h
expect 3 "$RADDLE" gen --list flags.h
says "'needed.h' file not found"
expect 3 "$RADDLE" gen --list --cflags "-Iinc" flags.h
says "unknown type name 'NEEDED'"
expect 0 "$RADDLE" gen --list --cflags "-Iinc -DON" flags.h
has "made-by q_new" "method q_get"
echo 'int q_get(void *q) { return q != 0; }' >flags.c
echo "[{\"directory\": \"$PWD/inc\", \"file\": \"../flags.c\",
  \"command\": \"cc -I. -D ON -c ../flags.c -o x.o\"}]" >compile_commands.json
expect 0 "$RADDLE" gen --list --commands compile_commands.json flags.h flags.c
has "made-by q_new" "method q_get"
for flag in -isystem -isystem' ' -idirafter -idirafter' '; do
    echo "[{\"directory\": \"$PWD\", \"file\": \"flags.c\",
      \"command\": \"cc ${flag}inc -DON -c flags.c\"}]" >compile_commands.json
    expect 0 "$RADDLE" gen --list --commands compile_commands.json flags.h flags.c
    has "method q_get"
done
expect 2 "$RADDLE" gen --list --commands compile_commands.json flags.h
says "none of the files of --with"

# Bad input.
echo 'int f(struct q *;' >bad.h
expect 3 "$RADDLE" gen bad.h --with flags.c
says "bad.h:1:17: error: expected ')'"
[ ! -e raddle-gen ] || fail "something was built"
expect 3 "$RADDLE" gen nowhere.h --with flags.c
says "'nowhere.h' file not found"
echo 'int add(int a, int b);' >plain.h
expect 3 "$RADDLE" gen plain.h --with flags.c
says "no function of plain.h takes a pointer to an object"
echo '#include "queue.h"' >umbrella.h
expect 3 "$RADDLE" gen umbrella.h --with flags.c
says "declares no function of its own"
echo 'struct q; struct q *q_new(void); void q_print(struct q *q, void **const *x);' >none.h
expect 3 "$RADDLE" gen none.h --with flags.c
says "no function of none.h can be called"
says "x takes void **const *"
expect 2 "$RADDLE" gen queue.h
says "where is the module?"
expect 2 "$RADDLE" gen
expect 2 "$RADDLE" gen queue.h --with flags.c --choose worst
expect 2 "$RADDLE" gen queue.h --pkg no-such-package
says "no-such-package"
echo '# a comment
alone q_pop' >bad.spec
expect 2 "$RADDLE" gen --list --spec bad.spec queue.h
says "bad.spec:2: queue.h has no function 'q_pop'"
echo 'wrap int broken(' >bad.spec
expect 3 "$RADDLE" gen --list --spec bad.spec queue.h
says "bad.spec:"
says "expected parameter declarator"
expect 2 "$RADDLE" gen --list --spec nowhere.spec queue.h
says "cannot read the spec nowhere.spec"
echo 'int q_get(void *q) { return q }' >broken.c
expect 3 "$RADDLE" gen queue.h --with broken.c
says "cannot compile broken.c"

# Every line of a spec is explained, on one screen.
expect 0 "$RADDLE" gen --help-spec
for name in $(sed -n 's/^DIRECTIVE([a-z_]*, "\([a-z-]*\)".*/\1/p' \
    "$root/src/gen/table/spec_directives.h"); do
    grep -q "^  $name " out || fail "not explained: $name"
done
[ "$(wc -l <out)" -le 23 ] || fail "too long"
[ "$(wc -L <out)" -le 80 ] || fail "too wide"
