# A wild pointer that the program gives to a call fails there as it does without
# raddle, and never inside raddle.
. "$(dirname "$0")/common.inc"
cat >wild.c <<'C'
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Each: what the call returns, and errno. */
static long made[100];
static int n;
static char names[100][120];
#define T(call) note(#call, (errno = 0, (long)(call)))
static void note(const char *name, long result)
{
    snprintf(names[n], sizeof(names[n]), "%s", name);
    made[n++] = result < 0 ? -errno : result;
}

/* Nothing is mapped there, and the compiler does not know. */
static void *volatile nowhere = (void *)8;

/* Where nothing is mapped behind it: the call writes over the name that it got,
 * without a NUL. */
static ssize_t read_over_name(void)
{
    static const char name[] = "/proc/self/exe";
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *last = page + 4096 - sizeof(name);

    munmap(page + 4096, 4096);
    memcpy(last, name, sizeof(name));
    return readlink(last, last, sizeof(name));
}

static void calls(void)
{
    const struct timespec no_time = { 0 };
    struct sockaddr_in name = { .sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    struct sockaddr *addr = (struct sockaddr *)&name;
    struct epoll_event event;
    struct timeval soon = { 0 };
    socklen_t size = sizeof(name), negative = (socklen_t)-1;
    int p[2], s[2], value, file = open("/dev/zero", O_RDONLY);
    int server = socket(AF_INET, SOCK_STREAM, 0), set = epoll_create1(0);
    int client = socket(AF_INET, SOCK_STREAM, 0);
    int other = socket(AF_INET, SOCK_STREAM, 0);
    int self = open("/proc/self/exe", O_RDONLY);
    void *wild = nowhere;
    fd_set none;
    char c = 'c';

    FD_ZERO(&none);
    T(pipe(p));
    T(socketpair(AF_UNIX, SOCK_DGRAM, 0, s));
    T(bind(server, wild, size));
    T(bind(server, wild, 4096));
    T(bind(p[0], wild, size));
    T(bind(server, addr, size));
    T(listen(server, 5));
    T(getsockname(server, wild, &size));
    T(getsockname(server, addr, wild));
    T(getsockname(server, addr, &negative));
    T(getsockname(p[0], wild, wild));
    T(getsockname(server, addr, &size));
    T(getpeername(client, wild, &size));
    T(connect(client, wild, size));
    T(connect(client, wild, 4096));
    T(connect(-1, wild, size));
    T(connect(client, addr, size));
    T(getpeername(client, wild, &size));
    T(getpeername(client, addr, wild));
    T(accept(server, wild, &size));
    T(read(client, &c, 1)); /* that connection is lost */
    T(connect(other, addr, size));
    T(accept4(server, addr, wild, SOCK_CLOEXEC));
    T(read(other, &c, 1));
    T(getsockopt(server, SOL_SOCKET, SO_TYPE, &value, wild));
    size = sizeof(value);
    T(getsockopt(server, SOL_SOCKET, SO_TYPE, wild, &size));
    T(getsockopt(p[0], SOL_SOCKET, SO_TYPE, wild, wild));
    T(getsockopt(-1, SOL_SOCKET, SO_TYPE, wild, wild));
    T(setsockopt(server, SOL_SOCKET, SO_KEEPALIVE, wild, sizeof(value)));
    T(sendto(s[0], &c, 1, 0, wild, sizeof(name)));
    T(sendto(s[0], wild, 1, 0, NULL, 0));
    T(send(s[0], &c, 1, 0));
    T(recvfrom(s[1], &c, 1, MSG_DONTWAIT, wild, &size));
    T(recvfrom(s[1], &c, 1, MSG_DONTWAIT, NULL, NULL)); /* it is lost */
    T(send(s[0], &c, 1, 0));
    T(recvfrom(s[1], &c, 1, MSG_DONTWAIT, addr, wild));
    T(recvmmsg(s[1], wild, 1, MSG_DONTWAIT, wild));
    T(poll(wild, 1, 0));
    T(poll(wild, 0, 0));
    T(poll(wild, 100, -1));
    T(ppoll(wild, 1, &no_time, NULL));
    T(syscall(SYS_ppoll, NULL, 0, wild, NULL, 8));
    T(ppoll(NULL, 0, &no_time, wild));
    T(select(1, wild, NULL, NULL, &soon));
    T(select(1, NULL, wild, NULL, NULL));
    T(select(1, NULL, &none, wild, NULL));
    T(select(0, wild, NULL, NULL, &soon));
    T(syscall(SYS_select, 1, &none, NULL, NULL, wild));
    T(pselect(1, wild, NULL, NULL, &no_time, NULL));
    T(pselect(1, &none, NULL, NULL, &no_time, wild));
    T(syscall(SYS_pselect6, 1, &none, NULL, NULL, &no_time, wild));
    T(syscall(SYS_pselect6, 1, &none, NULL, NULL, wild, NULL));
    T(epoll_wait(set, wild, 1, 0));
    T(epoll_ctl(set, EPOLL_CTL_ADD, p[0], wild));
    T(epoll_pwait(set, &event, 1, 0, wild));
    T(syscall(SYS_epoll_pwait2, set, &event, 1, wild, NULL, 8));
    T(syscall(SYS_epoll_pwait2, set, &event, 1, &no_time, wild, 8));
    T(sendfile(p[1], self, wild, 1));
    T(sendfile(p[1], -1, wild, 1));
    T(sendfile(p[1], file, wild, 1));
    T(read_over_name());
    close(file);
}

static void *work(void *argument)
{
    return argument;
}

/* With an argument: is everything as in that file? */
int main(int argc, char **argv)
{
    FILE *before = argc > 1 ? fopen(argv[1], "r") : NULL;
    char line[200], was[200];
    pthread_t t;

    pthread_create(&t, NULL, work, NULL);
    calls();
    pthread_join(t, NULL);
    for (int i = 0; i < n; i++) {
        snprintf(line, sizeof(line), "%s = %ld\n", names[i], made[i]);
        if (argc == 1) {
            fputs(line, stdout);
        } else if (before == NULL || fgets(was, sizeof(was), before) == NULL ||
                   strcmp(line, was) != 0) {
            fprintf(stderr, "%swithout raddle %s", line, was);
            return 1;
        }
    }
    return 0;
}
C
"$RADDLE" cc -g -pthread wild.c -o wild
./wild >plain
[ "$(grep -c -- '= -14$' plain)" -ge 30 ] || fail "hardly any call failed: $(cat plain)"
expect 0 "$RADDLE" test --fresh -n 20 --jobs 1 ./wild plain
expect 0 "$RADDLE" test --fresh -n 2 --jobs 1 --engine kernel ./wild plain
