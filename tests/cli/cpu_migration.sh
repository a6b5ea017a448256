# A process that is given another processor while it begins is controlled like
# any other: the C library's thread descriptor, in which the runtime looks for
# what a call changes, is written to by the kernel as well (rseq).
programs=$(cd "$(dirname "$0")/../programs" && pwd)
. "$(dirname "$0")/common.inc"
[ "$(nproc)" -gt 1 ] || {
    echo "there is only one processor"
    exit 77
}
# Moves at the call that the runtime makes to see what it changes.
cat >move.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
int pthread_setcanceltype(int type, int *old)
{
    int (*real)(int, int *) = dlsym(RTLD_NEXT, "pthread_setcanceltype");
    cpu_set_t all, others;
    int result;
    sched_getaffinity(0, sizeof(all), &all);
    others = all;
    CPU_CLR(sched_getcpu(), &others);
    sched_setaffinity(0, sizeof(others), &others);
    result = real(type, old);
    sched_setaffinity(0, sizeof(all), &all);
    return result;
}
C
gcc -shared -fPIC move.c -o move.so
"$RADDLE" cc -g -pthread "$programs/cancel_stdio.c" -o cancel
for isolation in rewind exec; do
    expect 0 env LD_PRELOAD="$PWD/move.so" "$RADDLE" test --fresh -q -n 20 \
        --isolation $isolation ./cancel
done
