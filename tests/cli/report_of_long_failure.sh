# A failure of very many steps at very many addresses is told in time that grows
# with their number only: names are made of what is shown.  Measured as time of
# the processor, which other programs do not change.
. "$(dirname "$0")/common.inc"
cat >long.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static unsigned char table[900000];
static void *idle(void *unused)
{
    return unused;
}
int main(int argc, char **argv)
{
    const long n = atol(argv[argc - 1]);
    pthread_t t; /* without a thread there is no table */
    pthread_create(&t, NULL, idle, NULL);
    pthread_join(t, NULL);
    table[n - 1] = 1;
    for (long i = 0; i < n; i++)
        assert(table[i] == 0);
    return 0;
}
C
"$RADDLE" cc -g -pthread long.c -o long
# limited SECONDS COMMAND...
limited() (
    ulimit -t "$1"
    shift
    exec "$@"
)
expect 1 limited 20 "$RADDLE" test --jobs 1 --fresh --out own \
    --json report ./long 900000
says "read table[899999] = 1"
equal "$(field report 'r["findings"][0]["replayed"]')" True
expect 1 limited 20 "$RADDLE" show own/*.schedule
says "read table[899999] = 1"
says "67 of 900010 steps"

# Who has enough of it is obeyed.
rm -rf own
interrupt TERM 'ls own/*.schedule >/dev/null 2>&1' "$RADDLE" test --jobs 1 \
    --out own ./long 900000
says "not verified"
