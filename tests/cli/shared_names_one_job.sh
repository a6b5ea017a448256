# Programs that use a name which all processes share (a port, a file, a key) are
# run one at a time, unless --jobs asks for more.
. "$(dirname "$0")/common.inc"
[ "$(nproc)" -gt 1 ] || { echo "one CPU: one job anyway"; exit 77; }
cat >meets.c <<'C'
#include <arpa/inet.h>
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <unistd.h>
static void *work(void *argument)
{
    sched_yield();
    return argument;
}
int main(int argc, char **argv)
{
    struct sockaddr_in address = { .sin_family = AF_INET };
    pthread_t t, u;
    int fd = -1, id = -1;

    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (strcmp(argv[1], "file") == 0) {
        fd = open("exclusive", O_CREAT | O_EXCL | O_WRONLY, 0600);
        assert(fd >= 0);
    } else if (strcmp(argv[1], "key") == 0) {
        id = semget(atoi(argv[2]), 1, IPC_CREAT | IPC_EXCL | 0600);
        assert(id >= 0);
    } else {
        fd = socket(AF_INET, SOCK_STREAM, 0);
        address.sin_port = htons(argc > 2 ? atoi(argv[2]) : 0);
        assert(bind(fd, (struct sockaddr *)&address, sizeof(address)) == 0);
    }
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    usleep(1000);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    if (id >= 0)
        semctl(id, 0, IPC_RMID);
    unlink("exclusive");
    return 0;
}
C
gcc -g -pthread meets.c -o meets
number=$((20000 + $$ % 10000))
trap 'ipcrm -S $number 2>/dev/null || true' EXIT
for isolation in rewind fork exec; do
    for what in file "port $number" "key $number"; do
        expect 0 "$RADDLE" test -n 60 --isolation $isolation ./meets $what
        says "one job from now on: it "
        says "meets.c:"
    done
    expect 0 "$RADDLE" test -n 60 --isolation $isolation ./meets any-port
    says_not "one job"
    expect 0 "$RADDLE" test -n 4 -j 2 --isolation $isolation ./meets file
    says_not "one job"
done
