# Executions that end in a crash, or in another way that is not a return from
# main, are rewound like others: one process runs all of them.
. "$(dirname "$0")/common.inc"
cat >ends.c <<'C'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static const char *how;
static volatile int zero;
static int first, begun;
static __attribute__((noinline)) int overflow(int n)
{
    volatile char frame[4000];
    frame[n % 4000] = 1;
    return overflow(n + 1) + frame[0];
}
static void end(void)
{
    if (strcmp(how, "segv") == 0)
        *(volatile int *)16 = 1;
    if (strcmp(how, "wild-call") == 0)
        ((void (*)(void))16)();
    if (strcmp(how, "read-only") == 0)
        *(volatile char *)"text" = 1;
    if (strcmp(how, "bus") == 0) {
        int fd = memfd_create("empty", 0);
        *(volatile char *)mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED,
                               fd, 0) = 1;
    }
    if (strcmp(how, "divide") == 0)
        zero = 7 / zero;
    if (strcmp(how, "illegal") == 0)
        __builtin_trap();
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "assert") == 0)
        assert(zero);
    if (strcmp(how, "raise") == 0)
        raise(SIGTERM);
    if (strcmp(how, "overflow") == 0)
        overflow(0);
    if (strcmp(how, "exit") == 0)
        exit(0);
    if (strcmp(how, "_exit") == 0)
        _exit(0);
    if (strcmp(how, "quick_exit") == 0)
        quick_exit(0);
    if (strcmp(how, "pthread_exit") == 0)
        pthread_exit(NULL);
}
static void *run(void *argument)
{
    if (first++ == 0 && argument != NULL)
        end();
    return NULL;
}
/* ends HOW main|thread */
int main(int argc, char **argv)
{
    pthread_t t[2];
    int in_thread = argc > 2 && strcmp(argv[2], "thread") == 0;
    if (begun++ != 0) /* as no other end looks */
        exit(7);
    how = argv[1];
    printf("half a line");
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, in_thread ? &t : NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    end();
    return 0;
}
C
"$RADDLE" cc -O1 -g -pthread -D_GNU_SOURCE -fno-optimize-sibling-calls ends.c \
    -o ends
# ends COUNT KIND HOW WHERE: all of them so, in one process.
ends() {
    status=1
    [ "$2" = clean ] && status=0
    expect $status python3 "$here/watch.py" samples "$RADDLE" test --fresh --no-shrink -s random -q -k \
        -n "$1" -t "$(many 7000s 250s)" --determinism 0 --isolation rewind --jobs 1 \
        --json report -- ./ends "$3" "$4"
    python3 - "$@" <<'P' || fail "$*: the report is not as expected"
import json, sys
count, kind, how, where = sys.argv[1:]
report, samples = (json.load(open(f)) for f in ("report", "samples"))
print(how, where, f"{report['executions_per_second']:.0f}/s",
      [f["kind"] for f in report["findings"]], report["notes"])
assert report["executions"] == int(count)
assert report["isolation"] == "rewind"
# A process for each execution would be more; replays of the finding have some.
assert len(samples["children"]) < int(count) / 4, len(samples["children"])
assert not any(n["kind"] == "worker-restarted" for n in report["notes"])
if kind != "clean":
    f, = (f for f in report["findings"] if f["severity"] == "error")
    assert f["kind"] == kind and f["times"] == int(count), f
P
}
few=$(many 10000 60)
ends "$(many 100000 400)" fatal-signal segv main
for where in main thread; do
    for how in segv wild-call read-only bus divide illegal raise overflow; do
        ends "$few" fatal-signal $how $where
    done
    ends "$few" abort abort $where
    ends "$few" assertion assert $where
    for how in exit _exit quick_exit pthread_exit; do
        ends "$few" clean $how $where
    done
done
