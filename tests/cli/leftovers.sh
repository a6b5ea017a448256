# What an execution leaves behind in the world is said once, with the place;
# what it takes away with it is not.  What needs another isolation level says why.
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

# Temporary files end with their execution, also if it fails: a replay has the
# names of the recorded one.  What is not theirs stays: what was moved out, what
# was there before, whatever else is in the directory.
cat >temporary.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char seen[256]; /* so that names are values */

static char *in(const char *directory, const char *name)
{
    char *path;
    asprintf(&path, "%s/%s", directory, name);
    return path;
}
static void write_file(const char *path)
{
    FILE *f = fopen(path, "w");
    assert(f != NULL);
    fputs("text\n", f);
    fclose(f);
}
static void *work(void *argument)
{
    assert(argument == NULL);
    return argument;
}
int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    char directory[] = "via/dXXXXXX", file[] = "via/fXXXXXX";
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    pthread_t t, u;

    assert(mkdtemp(directory) != NULL && mkstemp(file) >= 0);
    strcat(strcpy(seen, directory), file);
    write_file(in(directory, "plain"));
    rename(in(directory, "plain"), in(directory, "renamed"));
    mkdir(in(directory, "below"), 0700);
    write_file(in(directory, "below/plain"));
    symlink("/nowhere", in(directory, "link"));
    mkfifo(in(directory, "fifo"), 0600);
    if (strcmp(what, "socket") == 0) {
        strcpy(name.sun_path, in(directory, "socket"));
        assert(bind(socket(AF_UNIX, SOCK_STREAM, 0), (void *)&name,
                    sizeof(name)) == 0);
    } else if (strcmp(what, "out") == 0) {
        rename(file, "via/lasting");
        rename(in(directory, "renamed"), "via/also");
        link(in(directory, "below/plain"), "via/linked");
    } else if (strcmp(what, "into") == 0) {
        rename("via/given", in(directory, "given"));
        close(open(in(directory, "given"), O_CREAT | O_WRONLY, 0600));
    } else if (strcmp(what, "directory") == 0) {
        /* into a younger one; a path that grows; a second name of a file */
        mkdir(in(directory, "below/deeper"), 0700);
        write_file(in(directory, "below/deeper/plain"));
        mkdir(in(directory, "young"), 0700);
        rename(in(directory, "below"), in(directory, "young/longer-than-it"));
        link(in(directory, "renamed"), in(directory, "second"));
        rename(in(directory, "second"), in(directory, "third"));
    } else if (strcmp(what, "exchange") == 0) {
        mkdir(in(directory, "other"), 0700);
        write_file(in(directory, "other/plain"));
        mkdir(in(directory, "other/deeper"), 0700);
        assert(renameat2(AT_FDCWD, in(directory, "below"), AT_FDCWD,
                         in(directory, "other"), RENAME_EXCHANGE) == 0);
        write_file(in(directory, "one"));
        assert(renameat2(AT_FDCWD, in(directory, "one"), AT_FDCWD,
                         in(directory, "renamed"), RENAME_EXCHANGE) == 0);
    } else if (strcmp(what, "child") == 0) {
        system(in("true; echo text >.", in(directory, "child")));
    }
    pthread_create(&t, NULL, work, argc > 2 ? "" : NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
C
"$RADDLE" cc -w -g -pthread temporary.c -o temporary
mkdir real
ln -s real via
for isolation in rewind exec; do
    expect 1 "$RADDLE" test --fresh -n 5 --jobs 1 --isolation $isolation \
        --out temporary-out ./temporary "" fails
    says "shrunk to "
    says_not "$persists"
    equal "$(ls real)" ""
    expect 1 "$RADDLE" replay --times 3 temporary-out/*.schedule
    says "reproduced 3 of 3"
    for what in socket directory exchange; do
        expect 0 "$RADDLE" test --fresh -n 5 --jobs 1 --isolation $isolation \
            --out temporary-out ./temporary $what
        says_not "$persists"
        equal "$(ls real)" ""
    done
done
expect 0 "$RADDLE" test -n 1 --out moved-out ./temporary out
says "$persists"
equal "$(echo $(ls real))" "also lasting linked"
rm real/*
echo mine >real/given
expect 0 "$RADDLE" test -n 1 --out moved-in ./temporary into
equal "$(cat real/d*/given)" mine
equal "$(find real -type f | wc -l)" 1
rm -r real/*
expect 0 "$RADDLE" test -n 1 --out child-out ./temporary child
equal "$(cat real/d*/child | sort -u)" text
