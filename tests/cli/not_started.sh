# A process that does not come as far as main: how it ended and where it stood
# is said; if others did, it is started again, which is said as well.
. "$(dirname "$0")/common.inc"
cat >stuck.c <<'C'
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* In every second start, if there is a file to count them in. */
void get_stuck(const char *how)
{
    int fd = open("starts", O_WRONLY | O_APPEND), turn = 1;
    if (fd >= 0) {
        write(fd, ".", 1);
        turn = lseek(fd, 0, SEEK_CUR) % 2 == 0;
        close(fd);
    }
    if (!turn)
        return;
    if (strcmp(how, "waits") == 0)
        pause();
    if (strcmp(how, "computes") == 0)
        for (;;)
            __asm__ volatile("");
    if (strcmp(how, "crashes") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "leaves") == 0)
        _exit(3);
}
C
cat >begins.c <<'C'
#include <pthread.h>
void get_stuck(const char *how);
__attribute__((constructor)) static void begin(int argc, char **argv)
{
    if (argc > 1)
        get_stuck(argv[1]);
}
static void *work(void *argument)
{
    return argument;
}
C
two_threads_main >>begins.c
gcc -g -pthread begins.c stuck.c -o begins
for isolation in rewind exec; do
    expect 3 "$RADDLE" test --fresh -n 3 --timeout 2s --isolation $isolation ./begins waits
    says "within --timeout: it timed out while a constructor of its own ran (asleep"
done
for isolation in rewind fork exec; do
    expect 3 "$RADDLE" test --fresh -n 3 --isolation $isolation ./begins crashes
    says "killed by Segmentation fault before main, while a constructor of its own ran"
done
expect 3 "$RADDLE" test --fresh -n 3 --timeout 1s ./begins computes
says "it timed out while a constructor of its own ran (running)"

# In a library, which comes before the runtime.
cat >early.c <<'C'
void get_stuck(const char *how);
__attribute__((constructor)) static void early(void) { get_stuck("crashes"); }
C
gcc -shared -fPIC early.c stuck.c -o libearly.so
gcc -pthread begins.c stuck.c -o loads -Wl,--no-as-needed -L. -learly -Wl,-rpath,.
for isolation in rewind exec; do
    expect 3 "$RADDLE" test --fresh -n 3 --isolation $isolation ./loads
    says "before main, while it was loaded or a library's constructor ran"
done
# Where the process before it stood is not where this one stands.  (Strategy auto
# would also start processes to look for reorderings.)
: >starts
expect 0 "$RADDLE" test --fresh -s random -n 2 --jobs 1 --determinism 0 --isolation exec ./loads
says "it was killed by Segmentation fault before main, while it was loaded or"
rm starts

# again HOW WORDS: some of its processes do so.
again() {
    : >starts
    expect 0 "$RADDLE" test --fresh -s random -n 2 --jobs 1 --determinism 0 --timeout 3s \
        --isolation exec --json report ./begins "$1"
    equal "$(field report 'r["executions"]')" 2
    equal "$(wc -c <starts)" 3
    says "a process of the program was started again: $2 while a constructor of its own ran"
}
again crashes "it was killed by Segmentation fault before main,"
again leaves "it ended with status 3 before main,"
again waits "it timed out"

# The process in which raddle looks for reorderings, too (strategy auto): the
# second start, and no other.
sed 's/% 2 == 0/== 2/' stuck.c >second.c
gcc -g -pthread begins.c second.c -o second
: >starts
expect 0 "$RADDLE" test --fresh -n 2 --jobs 1 --determinism 0 --isolation exec ./second crashes
equal "$(wc -c <starts)" 4
says "a process of the program was started again: it was killed by Segmentation fault before main,"

# But not for ever.
: >starts
expect 3 "$RADDLE" test --fresh -s random -n 9 --jobs 1 --determinism 0 --isolation exec ./begins crashes
equal "$(wc -c <starts)" 8
