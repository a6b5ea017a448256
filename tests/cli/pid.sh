# Whatever number the kernel gives its process, the program comes to main.
# 32767 is 0x7fff, the upper half of most pointers, and thus of many words of
# the C library's thread descriptor, where its own thread id stands as well.
. "$(dirname "$0")/common.inc"

# In a pid namespace of its own, where nobody else takes numbers: the first
# process that the command starts gets number $1.
numbered() {
    unshare $user --fork --pid --mount-proc sh -c '
        echo $(($1 - 1)) >/proc/sys/kernel/ns_last_pid || exit 77
        shift
        exec "$@"' sh "$@"
}
user=
[ "$(id -u)" = 0 ] || user=--map-root-user
numbered 32767 sh -c 'sh -c "echo \$\$"; :' >number 2>err || true
[ "$(cat number)" = 32767 ] || {
    echo "cannot choose the number of a process: $(head -n 1 err)"
    exit 77
}

cat >numbered.c <<'C'
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
__attribute__((constructor)) static void note(void)
{
    char text[32];
    ssize_t n = readlink("/proc/self", text, sizeof(text) - 1);
    int fd = open("numbers", O_WRONLY | O_CREAT | O_APPEND, 0600);
    text[n] = '\n';
    write(fd, text, (size_t)n + 1);
    close(fd);
}
static void *work(void *argument)
{
    return argument;
}
C
two_threads_main >>numbered.c
gcc -g -O1 -pthread numbered.c -o numbered
for engine in fiber kernel; do
    for isolation in exec fork rewind; do
        rm -f numbers
        expect 0 numbered 32767 "$RADDLE" test --fresh -q -n 3 --jobs 1 --timeout 5s \
            --engine $engine --isolation $isolation --json report ./numbered
        equal "$(head -n 1 numbers)" 32767
        equal "$(field report 'r["executions"]')" 3
        says_not "started again"
    done
done
