# Who reads on through a large table changes nothing, and repeats nothing: that
# is long, and no livelock.  Who reads the same part of it again and again is one.
. "$(dirname "$0")/common.inc"
cat >search.c <<'C'
#include <pthread.h>
static int table[5000], found, size = 5000;
static void *search(void *arg)
{
    int i = 0;
    while (found == 0 && table[i] != 7)
        i = (i + 1) % size;
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t t[2];
    (void)argv;
    if (argc > 1)
        size = 10;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, search, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return 0;
}
C
"$RADDLE" cc -g -O0 -pthread search.c -o search
expect 3 "$RADDLE" test --quiet --fresh --jobs 1 --executions 3 --steps 8000 \
    ./search
says "3 of 3 executions were cut (3 at 8000 steps): this is not a clean result"
says_not "livelock"
expect 1 "$RADDLE" test --fresh --jobs 1 --executions 3 --steps 8000 \
    --no-shrink ./search again
says "livelock: nothing changed in the last"
