# Where the system refuses to switch address randomisation off (some containers
# do), every process has other addresses: executions are equal all the same,
# and a schedule replays.
. "$(dirname "$0")/common.inc"
[ "$(cat /proc/sys/kernel/randomize_va_space)" = 2 ] || {
    echo "addresses are not randomised here"
    exit 77
}

# Runs a command with personality() refused.
cat >refuse.c <<'C'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_personality, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { sizeof(code) / sizeof(code[0]), code };
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        return 77;
    execvp(argv[1], argv + 1);
    return 126;
}
C
gcc refuse.c -o refuse
./refuse true || exit $?
! ./refuse setarch --addr-no-randomize true 2>err || fail "not refused"

# Pointers of every kind, alone and as the first word of more.
cat >pointers.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
struct pair { void *where; long number; };
static struct pair pairs[5];
static void *alone[5];
static char bytes[5 * sizeof(struct pair)];
static int counter;
static void *work(void *argument)
{
    struct pair *given = argument;
    for (int i = 0; i < 5; i++) {
        pairs[i] = given[i];
        alone[i] = given[i].where;
    }
    memcpy(bytes, given, (size_t)given[0].number);
    counter++;
    return NULL;
}
int main(int argc, char **argv)
{
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_t t, u;
    struct pair given[5] = {
        { given, sizeof(bytes) }, { page, 1 }, { malloc(10), 2 },
        { &counter, 3 }, { (void *)printf, 4 },
    };
    pthread_create(&t, NULL, work, given);
    pthread_create(&u, NULL, work, given);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(argc == 1 || counter == 2 || argv[0] == NULL);
    return 0;
}
C
for c in gcc clang; do
    "$RADDLE" cc --cc=$c -g -O1 -pthread pointers.c -o pointers
    for isolation in exec fork; do
        expect 0 ./refuse "$RADDLE" test --fresh -n 1 --determinism 20 \
            --isolation=$isolation --json report ./pointers
        says_not "deterministic"
        equal "$(field report '(r["deterministic"], r["compared"])')" "(True, 20)"
        refused=$(field report 'r["event_hash"]')
        expect 0 "$RADDLE" test --fresh -n 1 --determinism 2 --json report ./pointers
        equal "$(field report 'r["event_hash"]')" "$refused"
    done
    # The lost update, found and replayed among ever new addresses.
    expect 1 ./refuse "$RADDLE" test --fresh --isolation=exec --json report ./pointers 2
    schedule=$(field report 'r["findings"][0]["schedule"]')
    expect 1 ./refuse "$RADDLE" replay --times 20 "$schedule"
    expect 1 "$RADDLE" replay "$schedule"
done
