# include/raddle.h: nothing happens without raddle, whatever the compiler and
# the language; under raddle the calls are found, also from programs that are
# not position-independent; names stand in reports.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.inc"
include=$here/../../include
cat >api.c <<'C'
#include <raddle.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t *lock[2];
static void *work(void *arg)
{
    int first = arg != 0;
    raddle_atomic_begin();
    raddle_atomic_end();
    raddle_ignore_begin();
    raddle_ignore_end();
    raddle_yield_point();
    pthread_mutex_lock(lock[first]);
    pthread_mutex_lock(lock[!first]);
    pthread_mutex_unlock(lock[!first]);
    pthread_mutex_unlock(lock[first]);
    return arg;
}
int never(void);
int never(void) { abort(); }
int main(int argc, char **argv)
{
    pthread_t t[2];
    (void)argv;
    for (int i = 0; i < 2; i++) {
        lock[i] = (pthread_mutex_t *)calloc(1, sizeof(pthread_mutex_t));
        raddle_name(lock[i], i ? "the right lock" : "the left lock");
    }
    if (argc > 1)
        raddle_assert(never());
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, work, i ? lock : 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
cp api.c api.cc
strict="-Wall -Wextra -Werror -pedantic -pthread -I$include"

for build in "gcc -std=c99 -O0 api.c" "gcc -std=gnu11 -O2 -no-pie -fno-pie api.c" \
    "clang -O2 api.c" "g++ -std=c++11 -O2 api.cc" "clang++ -no-pie -fno-pie api.cc"; do
    $build $strict -g -o api
    timeout 20 ./api never || fail "$build: not a no-op without raddle"
    expect 1 "$RADDLE" test --fresh -n 2000 -q ./api
    says "deadlock"
    says "lock the right lock"
    expect 1 "$RADDLE" test --fresh -n 20 -q ./api never
    says "abort"
    $build $strict -DRADDLE_DISABLE -o off
    ! nm off | grep raddle_ || fail "$build: not off"
done
