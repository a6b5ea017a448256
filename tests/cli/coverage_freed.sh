# Who reads a block and frees it at once has read what was written there: the
# free comes behind the read, for coverage too.
. "$(dirname "$0")/common.inc"
cat >handed.c <<'C'
#include <pthread.h>
#include <stdlib.h>
static int *box;
static void *sender(void *arg)
{
    int *b = malloc(sizeof(*b));
    *b = 6;
    box = b;
    return arg;
}
int main(void)
{
    pthread_t t;
    int got;
    pthread_create(&t, NULL, sender, NULL);
    pthread_join(t, NULL);
    got = *box;
    free(box);
    return got != 6;
}
C
"$RADDLE" cc -g -O1 -pthread handed.c -o handed
expect 0 "$RADDLE" test --quiet --jobs 1 --executions 50 --out out.d \
    --metrics def-use,reads-from ./handed
expect 0 "$RADDLE" coverage --all out.d
says "covered    handed.c:7:8 (sender) -> handed.c:17:9 (main)"
says_not " covered    the beginning -> handed.c:17:9"
