# A program without hooks has no shadow stacks: the unwinder shows who called,
# for every thread, on both engines.
set -eu
cd "$TMP"
cat >abba.c <<'C'
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noinline)) static void take(pthread_mutex_t *m)
{
    pthread_mutex_lock(m);
    __asm__ volatile("");
}

__attribute__((noinline)) static void both(pthread_mutex_t *x,
                                           pthread_mutex_t *y)
{
    take(x);
    take(y);
    pthread_mutex_unlock(y);
    pthread_mutex_unlock(x);
}

static void *forwards(void *unused)
{
    both(&a, &b);
    return unused;
}

static void *backwards(void *unused)
{
    both(&b, &a);
    return unused;
}

int main(void)
{
    pthread_t s, t;

    pthread_create(&s, NULL, forwards, NULL);
    pthread_create(&t, NULL, backwards, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}
C
gcc -g -O1 -pthread abba.c -o abba
for engine in fiber kernel; do
    status=0
    "$RADDLE" test --engine $engine --out out ./abba >found 2>/dev/null ||
        status=$?
    cat found
    [ $status = 1 ]
    for frame in '#0  abba.c:8:.*(take)' '#1  abba.c:16:.*(both)' \
        '#2  abba.c:23:.*(forwards)' '#2  abba.c:29:.*(backwards)' \
        '#0  abba.c:39:.*(main)'; do
        grep -q "$frame" found
    done
    # Nothing of what brought them to life.
    if grep -qE 'libraddle|libc|_start' found; then exit 1; fi
done

# A fault inside a function of a library, or while raddle reads what the function
# will read, or of a call to where nothing is, is where the program called.
cat >faults.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *prints(void *unused)
{
    puts((const char *)8); /* prints */
    return unused;
}
static size_t length;
static void *measures(void *unused)
{
    length = strlen((const char *)8); /* measures */
    return unused;
}
static void *calls(void *unused)
{
    ((void (*)(void))unused)(); /* calls */
    return unused;
}
static void *sorts(void *unused)
{
    int some[] = { 2, 1 };
    qsort(some, 2, sizeof(some[0]), (int (*)(const void *, const void *))8); /* sorts */
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t t;
    if (argc > 2)
        ((void (*)(void))(argv[1] - argv[1]))(); /* first */
    pthread_create(&t, NULL, argv[1][0] == 'p'   ? prints
                             : argv[1][0] == 'm' ? measures
                             : argv[1][0] == 'c' ? calls
                                                 : sorts, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
"$RADDLE" cc -w -g -pthread faults.c -o faults
for what in prints measures calls sorts "first of all"; do
    line=$(grep -n "/\* ${what%% *} \*/" faults.c | cut -d: -f1)
    status=0
    "$RADDLE" test --jobs 1 --fresh --out faults-out ./faults $what \
        >found 2>&1 || status=$?
    cat found
    [ $status = 1 ]
    grep -q "^  at faults.c:$line:" found
    "$RADDLE" replay faults-out/*.schedule >again || true
    grep -q "#0  faults.c:$line:" again
    [ "$(grep -c "#.*faults.c:$line:" again)" = 1 ]
    if grep -q "too many switches" found; then exit 1; fi
done
grep -q "fails before it makes a thread" found
