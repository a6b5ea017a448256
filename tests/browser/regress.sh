# After raddle regress: new, vanished and unreached interactions with their lines
# and counts; findings that are new, that still fail, that were not found again.
. "$(dirname "$0")/common.inc"
program() {
    cat <<C
#include <assert.h>
#include <pthread.h>
static int n, m;
static ${type:-int} seen;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *arg)
{
    $1
    n++;
    $2
    m++;
    $3
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t a, b;
    (void)argv;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    seen = n;
    $4
    assert(m == 2);
    assert(seen == 2);
    return 0;
}
C
}
build() {
    program "$@" >counter.c
    "$RADDLE" cc -g -O0 -pthread counter.c -o counter
}
regress() {
    want=$1 dir=$2
    shift 2
    build "$@"
    "$RADDLE" regress -j1 -k --no-shrink --races=off -n 300 --old-store old \
        --out "$dir" --json "$dir.json" ./counter >said 2>&1 || [ $? = "$want" ]
    "$RADDLE" report "$dir" -o "$dir.html"
    "$RADDLE" report "$dir" --json "$dir.data"
}
lock='pthread_mutex_lock(&lock);' unlock='pthread_mutex_unlock(&lock);'
build "$lock" "$unlock" '' ''
"$RADDLE" test -j1 -k --no-shrink --races=off -n 300 --out old ./counter >said 2>&1 || [ $? = 1 ]
regress 1 unlocked '' '' '' 'if (argc > 5) seen = n + 1;'
type=long regress 0 mended "$lock" "$unlock $lock" "(void)0; $unlock" ''
"$RADDLE" report old -o old.html
# A campaign that began anew, and another build: the comparison is not one of it.
"$RADDLE" test --fresh -j1 --races=off -n 20 --out mended ./counter >said 2>&1
"$RADDLE" report mended --json fresh.data
build '' '' '' ''
"$RADDLE" test -j1 -k --no-shrink --races=off -n 400 --out unlocked ./counter >said 2>&1 || [ $? = 1 ]
"$RADDLE" report unlocked --json other.data
browse
