# A structure that is copied whole: gcc announces the write before the copy is
# made, and what was there before is not told as what was written.
. "$(dirname "$0")/common.inc"
cat >copied.c <<'C'
#include <assert.h>
#include <pthread.h>
struct box {
    long v;
};
static struct box shared, other = { 7 };
static int hits;
static void *copy(void *arg)
{
    struct box *to = &shared, *from = &other;
    *to = *from;
    hits++;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, copy, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(hits == 2);
    return 0;
}
C
"$RADDLE" cc -g -O0 -pthread copied.c -o copied
expect 1 "$RADDLE" test --jobs 1 ./copied
expect 1 "$RADDLE" show --full raddle-out/copied/*.schedule
says "read other.v = 7"
says "write hits = 1"
says "write shared.v"
says_not "write shared.v = 0"
