/* io_errors.c - calls that are wrong fail at once, as the kernel has it, and
 * never wait: wrong direction, wrong kind, wrong size.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define FAILS(call, error) assert((errno = 0, (call)) == -1 && errno == (error))

/* Nothing is mapped there, and the compiler does not know. */
static void *nowhere(uintptr_t address)
{
    __asm__("" : "+r"(address));
    return (void *)address;
}

static void *wrong(void *argument)
{
    struct iovec v = { argument, 1 }, *wild = nowhere(8);
    struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1 };
    struct msghdr hollow = { .msg_iov = wild, .msg_iovlen = 3 };
    struct msghdr unnamed = { .msg_iov = &v,
                              .msg_iovlen = 1,
                              .msg_name = wild,
                              .msg_namelen = 16 };
    struct msghdr uncontrolled = { .msg_iov = &v,
                                   .msg_iovlen = 1,
                                   .msg_control = wild,
                                   .msg_controllen = 64 };
    struct epoll_event e = { .events = EPOLLIN };
    struct timeval never = { .tv_sec = -1 };
    int p[2], s[2], event = eventfd(0, 0), set = epoll_create1(0);
    char c;

    assert(pipe(p) == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, s) == 0);
    FAILS(read(p[1], &c, 1), EBADF);
    FAILS(write(p[0], &c, 1), EBADF);
    FAILS(recv(p[0], &c, 1, 0), ENOTSOCK);
    FAILS(send(p[1], &c, 1, 0), ENOTSOCK);
    FAILS(recvmsg(p[0], &m, 0), ENOTSOCK);
    FAILS(accept(s[0], NULL, NULL), EINVAL);
    FAILS(accept(p[0], NULL, NULL), ENOTSOCK);
    FAILS(read(event, &c, 1), EINVAL);
    FAILS(read(set, &c, 1), EINVAL);
    FAILS(readv(p[0], &v, -1), EINVAL);
    FAILS(pread(p[0], &c, 1, 0), ESPIPE);
    FAILS(lseek(p[0], 0, SEEK_SET), ESPIPE);
    FAILS(readv(-1, wild, 3), EBADF);
    FAILS(readv(p[0], wild, 3), EFAULT);
    FAILS(writev(-1, wild, 3), EBADF);
    FAILS(writev(p[1], wild, 3), EFAULT);
    FAILS(preadv(-1, wild, 3, 0), EBADF);
    FAILS(recvmsg(-1, nowhere(8), 0), EBADF);
    FAILS(recvmsg(s[0], nowhere(8), 0), EFAULT);
    FAILS(recvmsg(s[0], &hollow, 0), EFAULT);
    FAILS(recvmmsg(s[0], nowhere(8), 2, 0, NULL), EFAULT);
    FAILS(sendmsg(-1, nowhere(8), 0), EBADF);
    FAILS(sendmsg(s[0], nowhere(8), 0), EFAULT);
    FAILS(sendmsg(s[0], &hollow, 0), EFAULT);
    FAILS(sendmsg(s[0], &unnamed, 0), EFAULT);
    FAILS(sendmsg(s[0], &uncontrolled, 0), EFAULT);
    FAILS(sendmmsg(s[0], nowhere(8), 2, 0), EFAULT);
    FAILS(read(-1, &c, 1), EBADF);
    FAILS(read(40000, &c, 1), EBADF);
    FAILS(close(40000), EBADF);
    FAILS(dup2(40000, 5), EBADF);
    FAILS(epoll_wait(p[0], &e, 1, 0), EINVAL);
    FAILS(epoll_wait(set, &e, 0, 0), EINVAL);
    FAILS(epoll_ctl(set, EPOLL_CTL_MOD, p[0], &e), ENOENT);
    FAILS(select(-1, NULL, NULL, NULL, NULL), EINVAL);
    FAILS(select(0, NULL, NULL, NULL, &never), EINVAL);
    FAILS(socket(-1, 0, 0), EAFNOSUPPORT);
    FAILS(bind(p[0], NULL, 0), ENOTSOCK);
    FAILS(listen(p[0], 1), ENOTSOCK);
    for (int i = 0; i < 2; i++)
        assert(close(p[i]) == 0 && close(s[i]) == 0);
    assert(close(event) == 0 && close(set) == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    char x, y;

    pthread_create(&a, NULL, wrong, &x);
    pthread_create(&b, NULL, wrong, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
