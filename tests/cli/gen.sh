# raddle gen: from a header to a C test that fails under its schedule.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/common.inc"
cp "$root"/examples/gen/queue.[ch] .
# Fewer values: found sooner.  And a function that no source has.
echo 'int q_missing(struct q *q);' >>queue.h
echo 'value q_push.v 0 1
value q_pop_if.v 0
value q_new.room 2' >queue.spec
expect 1 "$RADDLE" gen queue.h --with queue.c --spec queue.spec --tests 2000 \
    --json report
equal "$(field report 'len(r["findings"]), r["stop"], r["handle"]')" \
    "(1, 'findings', 'struct q')"
equal "$(field report '[f["left_out"] for f in r["functions"] if f["name"] == "q_missing"]')" \
    "['declared, but not in the module']"
equal "$(field report 'sorted(f["name"] for f in r["functions"] if f["at_the_same_time"])')" \
    "['q_clear', 'q_peek', 'q_pop', 'q_pop_if', 'q_push', 'q_size']"
equal "$(field report 'len(r["pairs"]), sum(p["found"] for p in r["pairs"])')" "(21, 1)"
finding='r["findings"][0]'
equal "$(field report "$finding[\"confirmed\"], $finding[\"verdict\"], $finding[\"source\"]")" \
    "(True, 'not-sequentially-consistent', 'raddle-gen/queue/1.c')"
equal "$(field report "'q_pop_if' in [c['function'] for c in $finding['calls']]")" True
says "not linearisable"
# The test is plain C, and a program without raddle.
for compiler in gcc clang; do
    expect 0 $compiler -Wall -Wextra -Werror -pthread -I. raddle-gen/queue/1.c queue.c -o plain
done
# Its schedule replays, whatever became of the rest.
rm -r raddle-gen/queue/build
expect 1 "$RADDLE" replay -n 100 raddle-gen/queue/1.schedule
says "reproduced 100 of 100 times: assertion"
# It passes if every call is atomic: the same module behind one lock.
cat >atomic.c <<'C'
#include "queue.h"
#include <pthread.h>
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
#define ATOMIC(name, parameters, arguments)  \
    int __real_##name parameters;            \
    int __wrap_##name parameters;            \
    int __wrap_##name parameters             \
    {                                        \
        pthread_mutex_lock(&big);            \
        int r = __real_##name arguments;     \
        pthread_mutex_unlock(&big);          \
        return r;                            \
    }
ATOMIC(q_push, (struct q *q, int v), (q, v))
ATOMIC(q_pop, (struct q *q, int *v), (q, v))
ATOMIC(q_pop_if, (struct q *q, int v), (q, v))
ATOMIC(q_peek, (struct q *q, int *v), (q, v))
ATOMIC(q_size, (struct q *q), (q))
C
"$RADDLE" cc -g -pthread -I. raddle-gen/queue/1.c queue.c atomic.c -o atomic \
    -Wl,--wrap=q_push,--wrap=q_pop,--wrap=q_pop_if,--wrap=q_peek,--wrap=q_size
expect 0 "$RADDLE" test -n 500 ./atomic
# A user builds the test; it fails with this module, not with a mended one.
"$RADDLE" cc -g -pthread -I. raddle-gen/queue/1.c queue.c -o wrong
expect 1 "$RADDLE" test -n 2000 ./wrong
python3 - <<'P'
text = open("queue.c").read()
begin = text.index("    int first;\n")
text = text[:begin] + """    int result = -1, first;

    pthread_mutex_lock(&q->lock);
    if (q->n > 0 && q->values[0] == v)
        result = take(q, &first);
    pthread_mutex_unlock(&q->lock);
    return result;
}
""" + text[text.index("\nint q_size"):]
open("mended.c", "w").write(text)
P
"$RADDLE" cc -g -pthread -I. raddle-gen/queue/1.c mended.c -o mended
expect 0 "$RADDLE" test -n 500 ./mended
expect 0 "$RADDLE" gen queue.h --with mended.c --spec queue.spec --tests 100 \
    --json report -o twin
equal "$(field report 'r["findings"], r["stop"], r["tests"] > 50')" "([], 'tests', True)"
says "nothing found"
