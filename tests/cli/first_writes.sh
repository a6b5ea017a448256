# "The beginning" is what nobody wrote: not what was written before raddle knew
# that the memory is shared (runtime/observe/sharing.h).
. "$(dirname "$0")/common.inc"
cat >written.c <<'C'
#include <pthread.h>
static void *add(void *arg)
{
    int *p = arg;
    for (int i = 0; i < 2; i++)
        (*p)++;
    return arg;
}
int main(void)
{
    pthread_t t;
    int v = 7;
    pthread_create(&t, 0, add, &v);
    pthread_join(t, 0);
    return v == 9 ? 0 : 1;
}
C
"$RADDLE" cc -g -O0 -pthread written.c -o written
expect 0 "$RADDLE" test -j1 -n 200 --metrics reads-from --out out-written ./written
expect 0 "$RADDLE" coverage --all out-written
says "covered    written.c:12:9 (main) -> written.c:6:"
! grep "^ *covered .*the beginning ->" out || fail "v was written at line 12"

# Where nobody did, it is.
cat >initial.c <<'C'
#include <pthread.h>
static int total;
static void *add(void *arg)
{
    total++;
    return arg;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    pthread_join(t, 0);
    return total == 1 ? 0 : 1;
}
C
"$RADDLE" cc -g -O0 -pthread initial.c -o initial
expect 0 "$RADDLE" test -j1 -n 200 --metrics reads-from --out out-initial ./initial
expect 0 "$RADDLE" coverage --all out-initial
says "covered    the beginning -> initial.c:5:"
