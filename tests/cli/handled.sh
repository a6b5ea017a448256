# Failures that a handler of the program handles: a finding if the handler never
# returned to what failed, unless --expect-handled.
. "$(dirname "$0")/common.inc"
cat >f.c <<'E'
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *how;
static sigjmp_buf back;
static char *page, here[8192];

static void on_failure(int signo)
{
    if (strcmp(how, "_exit") == 0)
        _exit(0);
    if (strcmp(how, "exit") == 0)
        exit(0);
    if (strcmp(how, "exec") == 0)
        execl("/bin/true", "true", (char *)NULL);
    if (strcmp(how, "execvp") == 0)
        execvp("true", (char *[]){ "true", NULL });
    if (strcmp(how, "jump") == 0 || strcmp(how, "jump-exec") == 0)
        siglongjmp(back, 1);
    if (strcmp(how, "repair-exec") == 0)
        execl("/nowhere/true", "true", (char *)NULL);
    if (strncmp(how, "repair", 6) == 0)
        mprotect(page, 4096, PROT_READ | PROT_WRITE);
    if (strcmp(how, "term") == 0)
        raise(SIGTERM);
    if (strcmp(how, "kill") == 0)
        kill(getpid(), SIGKILL);
    if (strcmp(how, "abort") == 0) {
        signal(SIGABRT, SIG_DFL);
        abort();
    }
    if (strcmp(how, "again") == 0) {
        signal(signo, SIG_DFL);
        raise(signo);
    }
}
/* Deeper than the handler was. */
static void end(int depth)
{
    volatile char room[512];

    memset((char *)room, depth, sizeof(room));
    if (depth > 0)
        end(depth - 1);
    if (strcmp(how, "jump-exec") == 0)
        execl("/bin/true", "true", (char *)NULL);
    exit(0);
}
static void *idle(void *unused)
{
    return unused;
}
int main(int argc, char **argv)
{
    struct sigaction act = { .sa_handler = on_failure };
    stack_t stack = { .ss_sp = malloc(65536), .ss_size = 65536 };
    pthread_t a, b;

    how = argv[2];
    if (argc > 3) {
        sigaltstack(&stack, NULL);
        act.sa_flags = SA_ONSTACK;
    }
    page = (char *)(((size_t)here + 4095) & ~(size_t)4095);
    sigaction(SIGABRT, &act, NULL);
    sigaction(SIGSEGV, &act, NULL);
    pthread_create(&a, NULL, idle, NULL);
    pthread_create(&b, NULL, idle, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (sigsetjmp(back, 1) != 0)
        end(20);
    mprotect(page, 4096, PROT_READ);
    if (strcmp(argv[1], "abort") == 0)
        abort();
    if (strcmp(argv[1], "write") == 0)
        *(volatile char *)page = 1;
    if (strcmp(argv[1], "memset") == 0)
        memset(page, 1, 100);
    if (strcmp(argv[1], "raise") == 0)
        raise(SIGSEGV);
    return 0;
}
E
"$RADDLE" cc -g -pthread f.c -o f
line() { grep -n "$1" f.c | tail -1 | cut -d: -f1; }
run() { # STATUS OPTIONS -- ARGUMENTS
    status=$1
    shift
    expect "$status" "$RADDLE" test -j1 --fresh -n 3 --no-shrink --json report "$@"
}
found() { # ARGUMENTS: WHAT HOW [x]; the finding is at $place
    run 1 ./f "$@"
    equal "$(field report '[(f["kind"], f["location"].split(":")[1], f["replayed"])
        for f in r["findings"]]')" "[('$kind', '$place', True)]"
    equal "$(field report 'r["handled"]')" 0
}
handler() { # what the finding says about it
    equal "$(field report "'on_failure() at f.c:' in r['findings'][0]['text'],
        '$1' in r['findings'][0]['text']")" "(True, True)"
}
passed() { # HANDLED ARGUMENTS
    handled=$1
    shift
    run 0 "$@"
    equal "$(field report 'r["findings"], r["handled"],
        [n["kind"] for n in r["notes"] if n["kind"] == "failure-handled"]')" \
        "([], $handled, $([ "$handled" = 0 ] && echo '[]' ||
            echo "['failure-handled']"))"
}

# The handler ends the program: on its own stack or on another.
for x in '' x; do
    kind=abort place=$(line ' abort();')
    found abort _exit $x
    handler "which ended the program with status 0"
    found abort exit $x
    found abort jump $x
    handler "which did not return"
    found abort exec $x
    handler "which replaced the program"
    found abort execvp $x
    handler "which replaced the program"
    found abort jump-exec $x
    handler "the program replaced itself"
    found abort term $x
    handler "which ended the program by SIGTERM"
    found abort kill $x
    handler "which ended the program by SIGKILL"
    kind=fatal-signal place=$(line 'volatile char \*)page')
    found write _exit $x
    found write exec $x
    handler "which replaced the program"
    found write exit $x
    found write term $x
    handler "which ended the program by SIGTERM"
    found write abort $x
    handler "which ended the program by SIGABRT"
    place=$(line 'memset(page')
    found memset _exit $x
done
# As without these rules: the handler returns, or gives the signal back.
kind=abort place=$(line ' abort();')
found abort repair
found abort again
says_not "on_failure() at"
kind=fatal-signal place=$(line 'volatile char \*)page')
found write again

# Not findings.
passed 0 ./f write repair
passed 0 ./f memset repair x
passed 0 ./f write repair-exec
passed 3 ./f write jump-exec
passed 3 ./f write jump
passed 3 ./f write jump x
for how in _exit jump repair; do
    passed 0 ./f raise $how
done
passed 3 --expect-handled ./f abort _exit
passed 3 --expect-handled ./f write _exit
passed 3 --expect-handled ./f abort jump
passed 3 --expect-handled ./f abort exec

# A schedule made with --expect-handled keeps it.
sed 's/exit(0);/exit(7);/' f.c >g.c
"$RADDLE" cc -g -pthread g.c -o g
run 1 --expect-handled ./g abort _exit
equal "$(field report '[(f["kind"], f["replayed"]) for f in r["findings"]]')" \
    "[('exit-status', True)]"
expect 1 "$RADDLE" replay "$(field report 'r["findings"][0]["schedule"]')"
says "exit"
