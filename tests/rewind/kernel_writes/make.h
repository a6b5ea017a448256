/* make.h - what the cases are made of: buffers, and objects that the kernel
 * writes about. */
#include <arpa/inet.h>
#include <asm/prctl.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/keyctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <mqueue.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <pty.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/user.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#define NOT_HOOKED __attribute__((no_sanitize("thread")))
#define PAGE 4096
#define EACH (20 * PAGE) /* for a case; gives two pages to each buffer */
#define MOST_CASES 220
#define PATTERN 0xa5a5a5a5u
#define LINE 200

static char area[MOST_CASES][EACH] __attribute__((aligned(PAGE)));
static bool early; /* before main */
static char *next;
static bool made;
static long result;

/* --- What cases are made of ------------------------------------------------
 */

/* Crosses into a page of its own. */
static long out(size_t size)
{
    char *at = next + PAGE - 8;

    next += (size / PAGE + 2) * PAGE;
    return (long)at;
}

static long given(const void *value, size_t size)
{
    long at = out(size);

    if (early)
        memcpy((void *)at, value, size);
    return at;
}
#define GIVEN(...) given(&(__VA_ARGS__), sizeof(__VA_ARGS__))

/* The case makes the call itself, through the C library. */
static void call_made(long value)
{
    made = true;
    result = value;
}
#define MADE(call)                                                             \
    if (!early)                                                                \
    call_made((long)(call))

static int opened(const char *path)
{
    return early ? -1 : open(path, O_RDWR);
}

static int socket_with(const char *bytes, int n)
{
    int fds[2];

    if (early)
        return -1;
    socketpair(AF_UNIX, SOCK_DGRAM, 0, fds);
    for (int i = 0; i < n; i++)
        send(fds[1], bytes, strlen(bytes), 0);
    return fds[0];
}

static int pipe_with(const char *bytes)
{
    int fds[2];

    if (early)
        return -1;
    if (pipe(fds) != 0 ||
        write(fds[1], bytes, strlen(bytes)) != (ssize_t)strlen(bytes))
        abort();
    return fds[0];
}

static int pipe_end(void)
{
    int fds[2];

    if (early || pipe(fds) != 0)
        return -1;
    return fds[1];
}

/* A socket that listens, with a connection to accept. */
static int listening(int *connected)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);

    *connected = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(name.sun_path + 1, sizeof(name.sun_path) - 1, "writes-%d-%d",
             (int)getpid(), fd);
    if (bind(fd, (void *)&name, sizeof(name)) != 0 || listen(fd, 4) != 0 ||
        connect(*connected, (void *)&name, sizeof(name)) != 0)
        abort();
    return fd;
}

static int listener(void)
{
    int other;

    return early ? -1 : listening(&other);
}

static int connected(void)
{
    int fd;

    if (early)
        return -1;
    listening(&fd);
    return fd;
}

static int ready_set(void)
{
    struct epoll_event event = { .events = EPOLLIN };
    int set = early ? -1 : epoll_create1(0);

    if (!early)
        epoll_ctl(set, EPOLL_CTL_ADD, pipe_with("x"), &event);
    return set;
}

static int timer_fd(void)
{
    return early ? -1 : timerfd_create(CLOCK_MONOTONIC, 0);
}

static int pseudo_terminal(void)
{
    int fd, other;

    return early || openpty(&fd, &other, NULL, NULL, NULL) != 0 ? -1 : fd;
}

static int message_queue(void)
{
    struct {
        long type;
        char text[8];
    } m = { 1, "message" };
    int id = early ? -1 : msgget(IPC_PRIVATE, 0600);

    if (!early)
        msgsnd(id, &m, sizeof(m.text), 0);
    return id;
}

static int semaphores(void)
{
    return early ? -1 : semget(IPC_PRIVATE, 5, 0600);
}

static int segment(void)
{
    return early ? -1 : shmget(IPC_PRIVATE, PAGE, 0600);
}

/* With a message in it; its name is gone already. */
static int posix_queue(void)
{
    struct mq_attr attr = { .mq_maxmsg = 2, .mq_msgsize = 64 };
    int q;

    if (early)
        return -1;
    q = mq_open("/raddle-writes", O_CREAT | O_RDWR | O_NONBLOCK, 0600, &attr);
    mq_unlink("/raddle-writes");
    mq_send(q, "message", 7, 3);
    return q;
}

/* One that has ended. */
static pid_t ended_child(void)
{
    pid_t child = early ? -1 : fork();

    if (child == 0)
        _exit(3);
    return child;
}

/* One that lives for as long as we do. */
static pid_t child(void)
{
    static pid_t one;

    if (early)
        return -1;
    if (one == 0) {
        one = fork();
        if (one == 0) {
            for (;;)
                pause();
        }
    }
    return one;
}

static timer_t timer(void)
{
    timer_t t = NULL;
    struct sigevent event = { .sigev_notify = SIGEV_NONE };

    if (!early)
        timer_create(CLOCK_MONOTONIC, &event, &t);
    return t;
}

static struct iovec *parts(size_t a, size_t b)
{
    long first = out(a), second = out(b);

    return (struct iovec *)GIVEN(
        (struct iovec[2]){ { (void *)first, a }, { (void *)second, b } });
}

static long message(size_t name, size_t bytes, size_t control)
{
    return GIVEN((struct msghdr){
        .msg_name = name > 0 ? (void *)out(name) : NULL,
        .msg_namelen = (socklen_t)name,
        .msg_iov = parts(4, bytes),
        .msg_iovlen = 2,
        .msg_control = control > 0 ? (void *)out(control) : NULL,
        .msg_controllen = control,
    });
}

static long set_of(int fd)
{
    fd_set set;

    FD_ZERO(&set);
    FD_SET(fd, &set);
    return given(&set, 16);
}

/* Two pipes at fixed numbers, so that their bits can be set before main. */
#define READY 100
static int ready(void)
{
    if (!early)
        dup2(pipe_with("x"), READY);
    return READY + 1;
}
