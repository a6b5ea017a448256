# Nothing grows: after the last of many executions the process is as large as
# after half of them, with as many mappings and descriptors; so is the driver.
. "$(dirname "$0")/common.inc"
cat >busy.c <<'C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local char mine[5000];
static char pages[20][4096];
static int n;
static void *work(void *argument)
{
    char *p;
    pthread_mutex_lock(&lock);
    p = malloc(10000 * ++n); /* never freed */
    memset(p, 1, 10000);
    memset(pages[n], n, 4096);
    memset(mine, n, sizeof(mine));
    pthread_mutex_unlock(&lock);
    return argument;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    pthread_mutex_lock(&lock);
    const int done = n;
    pthread_mutex_unlock(&lock);
    printf("a line of output, %d\n", done);
    if (done == 3) { /* not in every execution */
        char *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memset(p, 1, 1 << 16);
        dup(1);
    }
    return 0;
}
C
"$RADDLE" cc -O1 -g -pthread busy.c -o busy
n=$(many 1000000 25000)
expect 0 python3 "$here/watch.py" samples "$RADDLE" test --fresh -q -n "$n" -t "$(many 7000s 250s)" \
    --isolation rewind --jobs 1 --json report ./busy
cat >check.py <<'P'
import json, sys
report, samples = (json.load(open(f)) for f in ("report", "samples"))
wanted = int(sys.argv[1])
assert report["executions"] == wanted, report["executions"]
assert report["isolation"] == "rewind", report["notes"]
assert len(samples["children"]) == 1, f"processes: {list(samples['children'])}"
target, = samples["children"].values()
seconds = target[-1]["time"] - target[0]["time"]
def after(samples, executions):
    """The first sample after that many executions, or about: nothing depends
    on how evenly they are spread."""
    start = samples[0]["time"]
    return next(s for s in samples
                if s["time"] - start >= seconds * executions / wanted)
# A sample meets an execution anywhere: its blocks and mappings make up to 200 kB
# of difference.  The driver's store gets its cache with the first save, at some
# time.  A leak of 30 bytes an execution of the target, or of some 120 of the
# driver, is more.
for name, s, once in ("target", target, 256), ("driver", samples["driver"], 1536):
    # When the executions have ended the driver reads the program's symbols.
    s = [each for each in s if each["time"] <= target[-1]["time"]]
    first, last = after(s, wanted / 2), s[-1]
    print(name, first, last, f"{report['executions_per_second']:.0f}/s")
    assert last["own"] <= first["own"] * 1.05 + once, f"{name} grows"
    assert last["mappings"] <= first["mappings"] * 1.05 + 1, f"{name}: mappings"
    assert last["descriptors"] <= first["descriptors"] + 2, f"{name}: descriptors"
P
python3 check.py "$n"
