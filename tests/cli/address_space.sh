# A limit of address space (ulimit -v) that is smaller than what raddle needs is
# told as that, whatever its size: exit 3, or a campaign as usual.
. "$(dirname "$0")/common.inc"
ulimit -v 2000000 2>/dev/null || exit 77
"$RADDLE" --version >/dev/null 2>&1 || exit 77 # a sanitizer's shadow
cat >meet.c <<'C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void *add(void *unused)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t[2]; /* not looked at whether they were made */
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread meet.c -o meet
limited() {
    (
        ulimit -v "$1"
        shift
        exec "$@"
    )
}
told=0
for size in 100000 300000 $(seq 470000 6000 560000) $(seq 740000 6000 830000); do
    got=0
    limited "$size" "$RADDLE" test --fresh -q -j1 -n 20 --json report ./meet \
        >out 2>err || got=$?
    case $got in
    0) equal "$(field report 'r["threads"]')" 3 ;;
    3) says "ulimit -v" && told=$((told + 1)) ;;
    *) fail "exit status $got within $size KiB" ;;
    esac
    says_not "internal error"
    says_not "no two threads could meet"
done
[ "$told" -ge 3 ] || fail "the limit was hardly ever in the way"
