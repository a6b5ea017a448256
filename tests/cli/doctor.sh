# raddle doctor says what of a program can be controlled: one check each for a
# plain, an instrumented, a stripped, a static, a setuid and a 32-bit program, a
# script, and for what is no program at all.
set -eu
cd "$TMP"

# doctor STATUS PROGRAM: its exit status; the report is left in `report`.
doctor() {
    status=0
    "$RADDLE" doctor --json report.json "$2" >report 2>&1 || status=$?
    [ "$status" = "$1" ] || {
        echo "doctor $2: exit status $status, expected $1"
        cat report
        exit 1
    }
}
# says LEVEL NAME TEXT: a check with that name and level has that text.
says() {
    python3 - "$@" <<'PYTHON'
import json, sys
level, name, text = sys.argv[1:]
report = json.load(open("report.json"))
checks = [c for c in report["checks"] if c["name"] == name]
if not any(c["level"] == level and text in c["text"] for c in checks):
    sys.exit(f"not said: {level} {name} '{text}'; but: {checks}")
if report["testable"] != all(c["level"] != "problem" for c in report["checks"]):
    sys.exit("testable disagrees with the checks")
PYTHON
}
says_nothing_of() {
    ! grep -q "\"name\": \"$1\"" report.json || {
        echo "said something of $1:"
        cat report
        exit 1
    }
}

cat >prog.c <<'C'
#include <ucontext.h>
#include <pthread.h>
#include <unistd.h>
static unsigned long long stamp;
static void *run(void *arg)
{
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    stamp = low | (unsigned long long)high << 32;
    return arg;
}
int main(void)
{
    static ucontext_t unused;
    pthread_t t;
    long pid;
    pthread_create(&t, NULL, run, NULL);
    if (t == 0) makecontext(&unused, (void (*)(void))main, 0);
    pthread_join(t, NULL);
    __asm__ volatile("syscall" : "=a"(pid) : "a"(39L) : "rcx", "r11", "memory");
    return pid == 0;
}
C
cat >tidy.c <<'C'
#include <pthread.h>
static void *run(void *arg) { return arg; }
/* The bytes of rdtsc, rdrand and syscall, as a constant. */
unsigned long long bytes(void) { return 0x310ff0c70f050f0full; }
int main(void)
{
    pthread_t t;
    return pthread_create(&t, NULL, run, NULL) || pthread_join(t, NULL);
}
C

# The machine alone.
"$RADDLE" doctor >report
grep -q "can be tested here" report
grep -q "^  ok  *glibc" report

gcc -g -pthread prog.c -o plain -Wl,--build-id
doctor 0 ./plain
says ok file "position independent"
says ok build-id "build id"
says ok debug-information "file and line"
says note not-instrumented "plain"
says note rdtsc "prog.c:8"
says note syscall "prog.c:20"
says note foreign-threads "makecontext"
says_nothing_of instrumented
says_nothing_of rdrand
says_nothing_of threads

# Bytes inside a constant are no instructions, and tidy programs get no notes
# about calls.
gcc -g -no-pie -pthread tidy.c -o tidy -Wl,--build-id=none
doctor 0 ./tidy
says ok file "fixed addresses"
says note build-id "no build id"
for name in rdtsc rdrand syscall foreign-threads blocking-calls own-malloc; do
    says_nothing_of $name
done

strip plain -o stripped
doctor 0 ./stripped
says note debug-information "mere offsets"

"$RADDLE" cc -g -pthread prog.c -o instrumented
doctor 0 ./instrumented
says ok instrumented "instrumented"
says_nothing_of not-instrumented

# A library of the program's own is looked at too.
echo 'int shared_count;' >lib.c
gcc -g -shared -fPIC lib.c -o libown.so
"$RADDLE" cc -g -pthread prog.c -o linked -Wl,--no-as-needed -L. -lown \
    -Wl,-rpath,"$TMP"
doctor 0 ./linked
says ok instrumented "linked"
says note not-instrumented "libown.so"
# Also if it was linked by its path.
"$RADDLE" cc -g -pthread prog.c -o linked -Wl,--no-as-needed ./libown.so
doctor 0 ./linked
says note not-instrumented "libown.so"

# Its own malloc, and no thread in sight.
cat >heap.c <<'C'
#include <stddef.h>
static char heap[4096];
void *malloc(size_t n) { static size_t used; used += (n + 15) & ~(size_t)15;
    return used <= sizeof(heap) ? heap + used - ((n + 15) & ~(size_t)15) : 0; }
void free(void *p) { (void)p; }
int main(void) { return 0; }
C
gcc heap.c -o heap -rdynamic
doctor 0 ./heap
says note own-malloc "heap"
says note threads "starts a thread"

gcc -static -pthread prog.c -o static
doctor 3 ./static
says problem uncontrolled "-static"

cp plain setuid
chmod u+s setuid
doctor 3 ./setuid
says problem uncontrolled "setuid"

# The header of a 32-bit program for the 80386.
{
    printf '\177ELF\001\001\001\000\000\000\000\000\000\000\000\000'
    printf '\002\000\003\000\001\000\000\000'
    head -c 200 /dev/zero
} >small
chmod +x small
doctor 3 ./small
says problem uncontrolled "32-bit"

printf '#!/bin/sh\nexec ./plain\n' >script
chmod +x script
doctor 0 ./script
says note script "/bin/sh"

# What the default isolation is, and what will not go with it.
cat >drops.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t;
    return pthread_create(&t, NULL, run, NULL) || pthread_join(t, NULL) ||
           setuid(getuid()) || sethostname("x", 0);
}
C
gcc -g -pthread drops.c -o drops
doctor 0 ./drops
says ok isolation "rewind"
says note isolation-fork "setuid"
says note persists "sethostname"
doctor 0 ./tidy
says_nothing_of isolation-fork
says_nothing_of persists

# A damaged one must not take the doctor down.
head -c 3000 plain >cut
chmod +x cut
status=0
"$RADDLE" doctor ./cut >report 2>&1 || status=$?
case $status in 0 | 2 | 3) ;; *) cat report; exit 1 ;; esac

doctor 2 ./missing
doctor 2 "$TMP"
doctor 2 ./prog.c
echo text >text
chmod +x text
doctor 2 ./text

# Bad usage.
refused() {
    status=0
    "$RADDLE" doctor "$@" >report 2>&1 || status=$?
    [ $status = 2 ]
}
refused --nonsense
refused ./plain ./tidy
refused --json /nonexistent/x ./plain
"$RADDLE" doctor --json - ./plain 2>report | python3 -c '
import json, sys
json.load(sys.stdin)'
# A name that is no UTF-8 is no reason to say nothing.
cp plain "$(printf 'pl\351in')"
"$RADDLE" doctor --json - "$(printf './pl\351in')" 2>report | python3 -c '
import json, sys
assert json.load(sys.stdin)["program"] == "./pl?in"'
