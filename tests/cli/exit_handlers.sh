# Handlers that a library registers before raddle's own run after it: raddle
# does not end the execution before they have.
. "$(dirname "$0")/common.inc"

cat >library.c <<'C'
#include <stdlib.h>
#include <unistd.h>
static void last(void) { _exit(5); }
static void on(int status, void *argument) { _exit(status + *(int *)argument); }
__attribute__((constructor)) static void begin(void)
{
    static int four = 4;
    if (getenv("ON") != NULL)
        on_exit(on, &four);
    else
        atexit(last);
}
C
cat >thread.h <<'C'
#include <pthread.h>
static void *nothing(void *argument) { return argument; }
static void thread(void)
{
    pthread_t t;
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
}
C
cat >exits.c <<'C'
#include "thread.h"
#include <stdlib.h>
int main(void)
{
    thread();
    exit(2);
}
C
cc -shared -fPIC library.c -o liblast.so
"$RADDLE" cc -g exits.c -o exits -L. -Wl,--no-as-needed -llast \
    -Wl,-rpath,"$PWD"
for isolation in rewind fork exec; do
    expect 0 "$RADDLE" test -n 8 --expect-exit=5 --isolation=$isolation -q ./exits
    expect 0 env ON=1 "$RADDLE" test -n 8 --expect-exit=6 --isolation=$isolation -q \
        ./exits
done

# A handler that ends in the C library's own exit: the status is the new one.
cat >again.c <<'C'
#include "thread.h"
#include <error.h>
#include <stdlib.h>
static void fails(void) { error(7, 0, "from a handler"); }
int main(void)
{
    thread();
    atexit(fails);
    return 0;
}
C
"$RADDLE" cc -g again.c -o again
expect 0 "$RADDLE" test -n 8 --expect-exit=7 -q ./again
