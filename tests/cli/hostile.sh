# What a target does to itself must not take the driver down: each ends with
# its finding or clean, in all isolations, and no process stays behind.
. "$(dirname "$0")/common.inc"
cat >hostile.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
static const char *what;
static int overrun(int n)
{
    volatile char frame[4096];
    frame[0] = (char)n;
    return overrun(n + 1) + frame[0];
}
static void overwrite(void)
{
    FILE *maps = fopen("/proc/self/smaps", "r"); /* maps does not show it */
    char line[512];
    unsigned long begin = 0;
    while (fgets(line, sizeof(line), maps))
        if (strstr(line, "raddle-shared"))
            sscanf(line, "%lx", &begin);
    memset((void *)begin, 0xff, 100000);
}
/* 96 MiB more than there is now. */
static void limit(void)
{
    unsigned long pages = 0, most;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (fscanf(statm, "%lu", &pages) != 1)
        abort();
    most = pages * 4096 + (96ul << 20);
    setrlimit(RLIMIT_AS, &(struct rlimit){ most, most });
}
static void *act(void *arg)
{
    if (!strcmp(what, "kill"))
        kill(getpid(), SIGKILL);
    if (!strcmp(what, "close"))
        for (int i = 0; i < 2000; i++)
            close(i);
    if (!strcmp(what, "close-raw"))
        syscall(SYS_close_range, 0u, ~0u, 0u);
    if (!strcmp(what, "fork") && fork() == 0) {
        setsid();
        if (fork() == 0)
            for (;;)
                sleep(1000);
        for (;;)
            sleep(1000);
    }
    if (!strcmp(what, "traced")) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
    }
    if (!strcmp(what, "stack"))
        overrun(0);
    if (!strcmp(what, "memory"))
        for (;;) {
            char *p = malloc(16 << 20);
            if (p == NULL)
                abort();
            memset(p, 1, 16 << 20);
        }
    if (!strcmp(what, "flood"))
        for (;;)
            puts("a line of output that nobody asked for");
    if (!strcmp(what, "overwrite"))
        overwrite();
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t t, u;
    what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "memory"))
        limit();
    pthread_create(&t, NULL, act, NULL);
    pthread_create(&u, NULL, act, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
C
gcc -g -pthread hostile.c -o "hostile-$$"
for isolation in rewind fork exec; do
    under() {
        expect "$1" "$RADDLE" test -n 2 --timeout ${3:-10s} \
            --isolation $isolation --json report "./hostile-$$" "$2"
    }
    under 0 nothing
    under 1 kill; says "SIGKILL"
    under 0 close
    under 0 close-raw
    under 0 fork
    under 1 traced 1s; says "time-out"
    under 1 stack; says "SIGSEGV"
    under 3 flood 300ms; equal "$(field report 'r["late"] == r["cut"] == 2')" True
    [ "$(wc -c <out)" -lt 20000 ] || fail "the flood reached the terminal"
    under 3 overwrite; says "wild pointer"
    under 1 memory
    equal "$(field report 'r["findings"][0]["kind"] in
        ("abort", "fatal-signal", "timeout")')" True
done
if pgrep "hostile-$$"; then
    fail "processes stayed behind"
fi
