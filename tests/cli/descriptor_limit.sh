# A program that opens files until there are no more numbers gets as many with
# and without the descriptors of raddle: its findings replay.
. "$(dirname "$0")/common.inc"
cat >opens.c <<'C'
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
static int n;
static int opened[2];
static void *open_all(void *which)
{
    while (open("/dev/null", O_RDONLY) >= 0)
        opened[which != NULL]++;
    assert(errno == EMFILE);
    n++;
    return NULL;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, open_all, NULL);
    open_all(&n);
    pthread_join(t, NULL);
    printf("%d files\n", opened[0] + opened[1]);
    fflush(stdout);
    assert(n == 2);
}
C
"$RADDLE" cc -g -pthread opens.c -o opens
for limit in 300 64; do
    ulimit -n $limit
    for isolation in rewind fork exec; do
        expect 1 "$RADDLE" test -q -j1 -n 500 --fresh --no-shrink --no-learn -s pos --races off \
            --isolation $isolation --out $isolation --json report ./opens
        equal "$(field report '[(f["kind"], f["replayed"]) for f in r["findings"]]')" \
            "[('assertion', True)]"
        grep ' files$' out >$isolation-files
    done
    cmp rewind-files fork-files && cmp rewind-files exec-files ||
        fail "not as many files"
done
