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
