# A program that filters its own system calls: strict mode leaves nothing to
# raddle, which says so; a filter's victim is a finding with a note.
. "$(dirname "$0")/common.inc"
cat >filters.c <<'C'
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static void *idle(void *unused) { return unused; }
static void filter(void)
{
    struct sock_filter f[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sync, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &(struct sock_fprog){ 4, f });
}
int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, idle, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    if (strcmp(how, "strict") == 0)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    if (strcmp(how, "call") == 0)
        syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL);
    if (strcmp(how, "allowed") == 0 || strcmp(how, "killed") == 0)
        filter();
    if (strcmp(how, "killed") == 0)
        sync();
    syscall(SYS_exit_group, 0);
}
C
"$RADDLE" cc -g -O1 -pthread filters.c -o filters
notes='sorted(n["kind"] for n in r["notes"] if "seccomp" in n["kind"])'
for isolation in rewind fork exec; do
    for how in strict call; do
        expect 3 "$RADDLE" test --fresh -n 5 --isolation $isolation \
            --json report ./filters $how
        equal "$(field report "r['stop'], r['lost'], $notes")" \
            "('unable', 0, ['seccomp-strict'])"
        says "strict mode"
        says_not "from outside"
    done
done
expect 0 "$RADDLE" test --fresh -n 5 --json report ./filters allowed
equal "$(field report "$notes")" "['seccomp']"
expect 1 "$RADDLE" test --fresh -n 5 --no-shrink --json report ./filters killed
equal "$(field report "r['findings'][0]['kind'], $notes")" \
    "('fatal-signal', ['seccomp'])"
says "SIGSYS"
