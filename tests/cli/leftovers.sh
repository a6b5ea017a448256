# What an execution leaves behind in the world is said once, with the place;
# what it takes away with it is not.  What needs another rung says why.
. "$(dirname "$0")/common.inc"

cat >leaves.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *work(void *argument)
{
    return argument;
}
static void write_file(const char *name)
{
    FILE *f = fopen(name, "w"); /* the place */
    assert(f != NULL);
    fputs("text\n", f);
    fclose(f);
}
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    pthread_t t, u;

    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    if (strcmp(what, "file") == 0) {
        write_file("left");
    } else if (strcmp(what, "removed") == 0) {
        write_file("removed");
        unlink("./removed");
    } else if (strcmp(what, "renamed") == 0) {
        write_file("renamed");
        rename("renamed", "left");
    } else if (strcmp(what, "folder") == 0) {
        mkdir("folder", 0700);
    } else if (strcmp(what, "unlink") == 0) {
        unlink("given");
    } else if (strcmp(what, "chmod") == 0) {
        chmod("given", 0600);
    } else if (strcmp(what, "queue") == 0) {
        assert(mq_open(argv[2], O_CREAT | O_RDWR, 0600, NULL) >= 0);
    } else if (strcmp(what, "queue-removed") == 0) {
        assert(mq_open(argv[2], O_CREAT | O_RDWR, 0600, NULL) >= 0);
        assert(mq_unlink(argv[2]) == 0);
    } else if (strcmp(what, "unlink-queue") == 0) {
        mq_unlink(argv[2]);
    } else if (strcmp(what, "private") == 0) {
        assert(msgget(IPC_PRIVATE, 0600) >= 0);
    } else if (strcmp(what, "null") == 0) {
        write_file("/dev/null");
    } else if (strcmp(what, "nobody") == 0) {
        fputs("x", tmpfile());
    } else if (strcmp(what, "unshare") == 0) {
        assert(unshare(CLONE_FS) == 0);
    } else if (strcmp(what, "proc") == 0) {
        write_file("/proc/self/comm");
    } else if (strcmp(what, "constant") == 0) {
        static const char text[] = "constant";
        assert(syscall(SYS_mprotect, (long)text & -4096, 4096,
                       PROT_READ | PROT_WRITE) == 0);
    }
    return 0;
}
C
sed -i 's/#include <sys\/msg.h>/#include <sys\/mman.h>\n&/' leaves.c
gcc -g -pthread leaves.c -lrt -o leaves
persists="persists between executions"

queue=/raddle-test-$$
# Not by /dev/mqueue, which need not be mounted: nine queues left by tests are
# all that a user may have.
trap './leaves unlink-queue $queue' EXIT
expect 0 ./leaves queue-removed $queue
for isolation in rewind exec; do
    run() {
        : >given
        expect 0 "$RADDLE" test -n 5 --jobs 1 --isolation $isolation \
            --json report ./leaves "$@"
        equal "$(field report 'r["isolation"]')" $isolation
    }
    for what in "" removed private null nobody "queue-removed $queue"; do
        run $what
        says_not "$persists"
    done
    for what in file renamed folder unlink chmod "queue $queue"; do
        run $what
        says "$persists"
        equal "$(cat out err | grep -c "$persists")" 1
        rm -rf left folder
    done
done
run file
says leaves.c

falls() {
    rung=$1
    why=$2
    shift 2
    expect 0 "$RADDLE" test -n 5 --jobs 1 --isolation rewind \
        --json report "$@"
    says "isolation is $rung from now on: $why"
    equal "$(field report 'r["isolation"]')" "$rung"
}
falls fork "it writes to a file under /proc" ./leaves proc
falls fork "it makes code, constants or shared memory writable" ./leaves constant
if unshare --fork true 2>/dev/null; then
    falls fork "it moves to another root or namespace" ./leaves unshare
fi
(
    ulimit -n 64
    falls fork "its limit of open files" ./leaves
)
