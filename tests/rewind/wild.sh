# A program that writes through wild pointers takes neither the driver down nor
# the executions after it: they begin as they should, or in another process, and
# then that is said.
. "$(dirname "$0")/common.inc"
cat >wild.c <<'C'
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>
#define RANGES 4000
static struct { char *from, *to; char name[100]; } ranges[RANGES];
static unsigned char guarded[8][4096] = { [0 ... 7] = { [0 ... 4095] = 0x33 } };
static int n_ranges, met;
static const char *target;
/* What is writable when main begins. */
static void look(void)
{
    FILE *f = fopen("/proc/self/smaps", "r"); /* maps hides raddle's */
    char line[500], mode[5], name[100];
    char *from, *to;
    if (strcmp(target, "blocks") == 0) { /* of the heap, and what is around */
        for (int i = 0; i < 20; i++) {
            ranges[i].from = (char *)malloc(16 << i % 10) - 256;
            ranges[i].to = ranges[i].from + 512 + (16 << i % 10);
        }
        n_ranges = 20;
    }
    while (n_ranges < RANGES && fgets(line, sizeof(line), f) != NULL) {
        name[0] = '\0';
        sscanf(line, "%p-%p %4s %*s %*s %*s %99s", (void **)&from,
               (void **)&to, mode, name);
        if (mode[1] != 'w' || strstr(name, target) == NULL)
            continue;
        ranges[n_ranges].from = from;
        ranges[n_ranges].to = to;
        n_ranges++;
    }
    fclose(f);
}
static void *wild(void *argument)
{
    unsigned long r[3];
    met++;
    if (n_ranges == 0)
        return NULL;
    for (int i = 0; i < (int)(long)argument; i++) {
        getrandom(r, sizeof(r), 0);
        char *from = ranges[r[0] % n_ranges].from;
        size_t size = (size_t)(ranges[r[0] % n_ranges].to - from);
        /* Not instrumented: a wild write is none of the program's variables. */
        size_t at = r[1] % size;
        memset(from + at, (int)r[2], at + 64 <= size ? 1 + r[2] % 64 : 1);
    }
    return NULL;
}
/* wild WHERE WRITES: "blocks", or part of a mapping's name; "" is all */
int main(int argc, char **argv)
{
    pthread_t t[2];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 4096; k += 511)
            if (guarded[i][k] != 0x33)
                _exit(77); /* the memory of an execution before */
    if (met != 0)
        _exit(77);
    target = argc > 1 ? argv[1] : "";
    look();
    memset(guarded, 0x44, sizeof(guarded));
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, wild, (void *)atol(argv[2]));
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
"$RADDLE" cc -O1 -g -pthread wild.c -o wild
# campaign MAPPING WRITES SEED
campaign() {
    status=0
    timeout 120 "$RADDLE" test -q -k -n "$(many 20000 80)" -t 60s \
        --timeout 2s --determinism 0 --isolation rewind --jobs 1 \
        --seed "$3" --json report -- ./wild "$1" "$2" >out 2>err || status=$?
    # 3: the program was never seen to run as it should.
    case $status in
    0 | 1 | 3) ;;
    *) fail "'$1' $2, seed $3: exit status $status" ;;
    esac
    python3 - "$@" <<'P' || fail "'$1' $2, seed $3"
import json, sys
r = json.load(open("report"))
print(sys.argv[1:], r["executions"], "executions,", r["isolation"],
      sorted({f["kind"] for f in r["findings"]}),
      [n["text"] for n in r["notes"]])
# Not that of an execution before: only the first writes of its own execution
# come after these lines.
assert not any("77" in f["text"] and f["kind"] == "exit-status"
               for f in r["findings"]), r["findings"]
P
}
for mapping in blocks /wild libc.so "[stack]" libraddle ""; do
    for writes in 1 50 2000; do
        campaign "$mapping" $writes 1
    done
done
# Which byte of libraddle a write hits differs from build to build.
for seed in 2 3; do
    campaign libraddle 2000 $seed
done
# A write into what a restore uses, which a restore does not mend: raddle notices
# it, takes another process and counts every execution.  The place is the copy of
# the first of rewind/statics.c's `kept`, the larger table of that name.
cat >copy.c <<'C'
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int found(struct dl_phdr_info *info, size_t size, void *place)
{
    (void)size;
    if (strstr(info->dlpi_name, "libraddle.so") != NULL)
        *(char **)place += info->dlpi_addr;
    return 0;
}
static void *nothing(void *argument)
{
    return argument;
}
int main(int argc, char **argv)
{
    char *place = (char *)strtoul(argv[argc - 1], NULL, 16);
    pthread_t t;
    dl_iterate_phdr(found, &place);
    memset(place + sizeof(void *), 1, 1);
    pthread_create(&t, NULL, nothing, NULL);
    pthread_join(t, NULL);
    return 0;
}
C
"$RADDLE" cc -O1 -g -pthread copy.c -o copy
place=$(nm -S --defined-only "$(dirname "$RADDLE")/libraddle.so" |
    awk '$4 == "kept" && $2 > most { most = $2; at = $1 } END { print at }')
expect 0 "$RADDLE" test -q --fresh -n 3000 --determinism 0 --jobs 1 --json copied -- \
    ./copy "$place"
equal "$(field copied 'r["executions"], r["isolation"],
    [n["kind"] for n in r["notes"]].count("copy-damaged")')" "(3000, 'rewind', 1)"
