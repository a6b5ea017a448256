# Environment variables that the program asks for belong to the schedule,
# whether they are set or not, and whoever asks: the program, or a library
# before main.
. "$(dirname "$0")/common.inc"
cat >library.c <<'P'
#include <stdlib.h>
static int rounds;
__attribute__((constructor)) static void begin(void)
{
    rounds = getenv("LIBRARY_ROUNDS") != NULL ? 1 : 2;
}
int library_rounds(void) { return rounds; }
P
cat >asks.c <<'P'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int library_rounds(void);
static volatile int x;
static void *add(void *a)
{
    for (int i = library_rounds(); i > 0; i--)
        x++;
    return a;
}
int main(void)
{
    const char *threads = secure_getenv("MYAPP_THREADS");
    int n = threads != NULL ? atoi(threads) : 1;
    pthread_t t[8];

    if (getenv("MYAPP_EXTRA") != NULL)
        x++;
    int before = x;
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    assert(x == before + n * library_rounds());
    return 0;
}
P
"$RADDLE" cc -g -shared -fPIC library.c -o liblibrary.so
"$RADDLE" cc -g asks.c -o asks -L. -llibrary -Wl,-rpath,"$PWD" -pthread
expect 1 env MYAPP_THREADS=3 SECRET=s3cret "$RADDLE" test -q ./asks
schedule=$(ls raddle-out/asks/*.schedule)
grep -qx 'variable "MYAPP_THREADS=3"' "$schedule" || fail "not recorded"
grep -qx 'variable "MYAPP_EXTRA"' "$schedule" || fail "that it is not set is not recorded"
! grep -q SECRET "$schedule" || fail "records what nobody asked for"
expect 1 "$RADDLE" replay "$schedule"
expect 1 env MYAPP_THREADS=2 MYAPP_EXTRA=1 LIBRARY_ROUNDS=1 "$RADDLE" replay "$schedule"
# What raddle shrinks again keeps them.
expect 0 "$RADDLE" shrink --effort 2 "$schedule"
grep -qx 'variable "MYAPP_THREADS=3"' "$schedule" || fail "lost by shrinking"
# A schedule does not choose what code runs.
sed 's/MYAPP_THREADS=3/LD_PRELOAD=evil/' "$schedule" >evil.schedule
expect 2 "$RADDLE" replay evil.schedule
says "may not set"
# It does not know what a program looks for in environ, but that it does.
cat >walks.c <<'P'
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static volatile int x;
static void *add(void *a) { x++; return a; }
int main(void)
{
    pthread_t t[2];

    for (char **e = environ; *e != NULL; e++)
        if (strcmp(*e, "MYAPP_EXTRA=1") == 0)
            x++;
    int before = x;
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(x == before + 2);
    return 0;
}
P
"$RADDLE" cc -g -D_GNU_SOURCE -pthread walks.c -o walks
expect 1 "$RADDLE" test -q ./walks
expect 1 "$RADDLE" replay raddle-out/walks/*.schedule
! grep -q "itself: replay it" out || fail "said of a replay that is the same"
expect 4 env MYAPP_EXTRA=1 "$RADDLE" replay raddle-out/walks/*.schedule
says "itself: replay it in the same environment"
# Threads of OpenMP sleep while they wait, unless the user says otherwise.
cat >policy.c <<'P'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *idle(void *a) { return a; }
int main(int argc, char **argv)
{
    const char *policy = getenv("OMP_WAIT_POLICY");
    pthread_t t;

    pthread_create(&t, NULL, idle, NULL);
    pthread_join(t, NULL);
    assert(argc > 1 ? policy && !strcmp(policy, argv[1]) : !policy);
}
P
"$RADDLE" cc -g -pthread policy.c -o policy
unset OMP_WAIT_POLICY GOMP_SPINCOUNT KMP_BLOCKTIME
expect 0 "$RADDLE" test -q -n 2 ./policy passive
expect 0 env OMP_WAIT_POLICY=active "$RADDLE" test -q -n 2 ./policy active
expect 0 env GOMP_SPINCOUNT=5 "$RADDLE" test -q -n 2 ./policy
