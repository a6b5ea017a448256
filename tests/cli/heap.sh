# Findings about the heap: who freed the block and who allocated it, with
# source lines, through libraries and on both engines; a plain binary, where
# only the calls are seen; a program with a malloc of its own; allocations that
# fail, and a replay of that.
. "$(dirname "$0")/common.inc"
cat >stale.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char *name;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void drop(void)
{
    free(name);
}
static void *forget(void *arg)
{
    pthread_mutex_lock(&lock);
    drop();
    name = NULL;
    pthread_mutex_unlock(&lock);
    return arg;
}
static void *look(void *arg)
{
    char *n;
    pthread_mutex_lock(&lock);
    n = name;
    pthread_mutex_unlock(&lock);
    return n == NULL || n[2] == 'm' ? arg : NULL;
}
int main(void)
{
    pthread_t t, u;
    name = strdup("somebody");
    pthread_create(&t, NULL, look, NULL);
    pthread_create(&u, NULL, forget, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -fno-inline -pthread stale.c -o stale
for engine in fiber kernel; do
    expect 1 "$RADDLE" test --engine $engine --json report ./stale
    says "heap use after free: read of 1 byte at offset 2 of a block of 9 bytes"
    # Who used it: the table has that, with its one line.
    grep -qE "^FAIL \|    heap use after free: read of 1 byte .*\|" out ||
        fail "who used it"
    says_not "thread 1: used freed memory"
    "$RADDLE" replay --engine $engine raddle-out/stale/*.schedule >whole || true
    grep -q "thread 1: used freed memory" whole || fail "no stack of thread 1"
    grep -A 2 "freed here by thread 2:" out >freed
    grep -qE '#0  stale.c:8:.*\(drop\) +free\(name\);' freed ||
        fail "who freed it: $(cat freed)"
    grep -qE '#1  stale.c:13:.*\(forget\) +drop\(\);' freed ||
        fail "who had it freed: $(cat freed)"
    # strdup is not shown: the program calls it, and there it is.
    grep -A 1 "allocated here by thread 0:" out >made
    grep -qE '#0  stale.c:29:.*\(main\) +name = strdup' made ||
        fail "who made it: $(cat made)"
    equal "$(field report 'r["findings"][0]["kind"]')" heap-use-after-free
    equal "$(field report 'r["findings"][0]["replayed"]')" True
done

# Nothing is compiled for raddle: calls of free are seen, accesses are not.
cat >twice.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static void *volatile block;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *drop(void *arg)
{
    void *p;
    pthread_mutex_lock(&lock);
    p = block;
    pthread_mutex_unlock(&lock);
    free(p);
    pthread_mutex_lock(&lock);
    block = NULL;
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t t, u;
    block = malloc(10);
    pthread_create(&t, NULL, drop, NULL);
    pthread_create(&u, NULL, drop, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
C
gcc -g -pthread twice.c -o twice
expect 1 "$RADDLE" test ./twice
says "double free: free() of a block of 10 bytes that was freed"
says "at twice.c:11"
says "allocated here by thread 0:"

# Before main, where nobody looks, the process ends as glibc ends it.
cat >early.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static int number;
static void *volatile wrong = &number;
__attribute__((constructor)) static void build(void)
{
    free(wrong);
}
int main(void)
{
    return 0;
}
C
gcc -g -pthread early.c -o early
expect 3 "$RADDLE" test --isolation exec ./early
says "Aborted before main"
says "free(): invalid pointer"

# Its own malloc stays its own, and that is said.
cat >own.c <<'C'
#include <pthread.h>
#include <stddef.h>
static char memory[1 << 20] __attribute__((aligned(16)));
static size_t used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *malloc(size_t n)
{
    void *p = memory + used;
    used += (n + 15) / 16 * 16;
    return used <= sizeof(memory) ? p : NULL;
}
void free(void *p) { (void)p; }
void *calloc(size_t n, size_t size) { return malloc(n * size); }
void *realloc(void *p, size_t n) { (void)p; return malloc(n); }
static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return arg;
}
int main(void)
{
    pthread_t t, u;
    char *p = malloc(10);
    free(p);
    free(p);
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return p[0];
}
C
gcc -g -fno-builtin -pthread own.c -o own
expect 0 "$RADDLE" test --executions 20 ./own
says "the program brings its own malloc: misuse of the heap is not found"

# An allocation that fails is a choice: in the schedule, and in its replay.
cat >fails.c <<'C'
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *work(void *arg)
{
    char *p = strdup("text");
    p[0] = 'T';
    free(p);
    return arg;
}
C
two_threads_main >>fails.c
gcc -g -fno-builtin -pthread fails.c -o fails
expect 0 "$RADDLE" test --executions 300 ./fails
rm -rf raddle-out
expect 1 "$RADDLE" test --fail-malloc --executions 300 ./fails
says "SIGSEGV"
grep -q '^fail-malloc yes$' raddle-out/*/*.schedule
grep -q ' !malloc' raddle-out/*/*.schedule
for engine in fiber kernel; do
    expect 1 "$RADDLE" replay -n 3 --engine $engine raddle-out/*/*.schedule
    says "reproduced 3 of 3 times"
done

# An access before a block is told by that block, whatever lies before it.
cat >before.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static long *rows;
static volatile long at = -1;
static void *use(void *unused)
{
    rows[at] = 1;
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t t;
    char *other = malloc(24);
    rows = malloc(strtoul(argv[argc - 1], NULL, 10));
    pthread_create(&t, NULL, use, NULL);
    pthread_join(t, NULL);
    free(rows);
    free(other);
    return 0;
}
C
"$RADDLE" cc -g -pthread before.c -o before
for bytes in 24 3200 16000 800000; do
    expect 1 "$RADDLE" test --fresh --jobs 1 -n 1 --no-shrink ./before $bytes
    says "write of 8 bytes, 8 bytes before a block of $bytes bytes"
done
