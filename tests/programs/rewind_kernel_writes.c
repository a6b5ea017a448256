/* rewind_kernel_writes.c - the kernel writes into pages that this execution has
 * not touched yet, whose changes are tracked all the same: no call may answer
 * EFAULT, and the next execution finds none of it.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <unistd.h>

#define PAGE 4096
#define CALLS 18

static union {
    char bytes[PAGE];
    int numbers[2];
    struct stat stat;
    struct utsname name;
    struct rlimit limit;
    struct rusage usage;
    struct epoll_event event;
    struct pollfd poll;
    struct sigaction action;
    struct sockaddr_storage address;
    socklen_t length;
    struct ifconf interfaces;
    struct ifreq interface;
} page[CALLS] __attribute__((aligned(PAGE)));
static char apart[3 * PAGE] __attribute__((aligned(PAGE)));
static int ready[2];

/* Not sixty thousand steps. */
__attribute__((no_sanitize("thread"))) static int is_zero(const char *p,
                                                          size_t size)
{
    while (size > 0 && *p == 0) {
        p++;
        size--;
    }
    return size == 0;
}

static void *writer(void *unused)
{
    (void)unused;
    assert(write(ready[1], "some bytes", 10) == 10);
    return NULL;
}

static void *reader(void *unused)
{
    struct iovec parts[2] = { { page[1].bytes + PAGE - 2, 2 },
                              { apart + PAGE - 3, 6 } };

    (void)unused;
    assert(read(ready[0], page[0].bytes, 2) == 2);
    assert(memcmp(page[0].bytes, "so", 2) == 0);
    while (readv(ready[0], parts, 2) != 8)
        assert(!"the rest comes whole");
    assert(memcmp(page[1].bytes + PAGE - 2, "me", 2) == 0);
    assert(memcmp(apart + PAGE - 3, " bytes", 6) == 0);
    return NULL;
}

static void ask_kernel(void)
{
    struct epoll_event wanted = { .events = EPOLLOUT };
    int fd = open("/proc/self/exe", O_RDONLY), epoll = epoll_create1(0);
    int inet;

    assert(fstat(fd, &page[2].stat) == 0 && page[2].stat.st_size > 0);
    assert(pread(fd, page[3].bytes, 4, 0) == 4 && page[3].bytes[1] == 'E');
    assert(syscall(SYS_pread64, fd, page[4].bytes + PAGE - 2, 2, 2) == 2);
    assert(page[4].bytes[PAGE - 2] == 'L');
    assert(uname(&page[5].name) == 0 && page[5].name.sysname[0] == 'L');
    assert(getcwd(page[6].bytes, PAGE) != NULL && page[6].bytes[0] == '/');
    assert(getrandom(page[7].bytes, PAGE, 0) == PAGE);
    assert(getrlimit(RLIMIT_NOFILE, &page[8].limit) == 0);
    assert(page[8].limit.rlim_max > 0);
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, page[9].numbers) == 0);
    page[10].length = sizeof(page[11].address);
    assert(getsockname(page[9].numbers[0], (void *)&page[11].address,
                       &page[10].length) == 0);
    assert(page[11].address.ss_family == AF_UNIX);
    assert(epoll_ctl(epoll, EPOLL_CTL_ADD, page[9].numbers[0], &wanted) == 0);
    assert(epoll_wait(epoll, &page[12].event, 1, 0) == 1);
    assert((page[12].event.events & EPOLLOUT) != 0);
    assert(sigaction(SIGUSR1, NULL, &page[13].action) == 0);
    assert(readlink("/proc/self/exe", page[14].bytes, PAGE) > 0);
    assert(getrusage(RUSAGE_SELF, &page[15].usage) == 0);
    /* Behind a pointer that no table of system calls shows. */
    page[17].interfaces.ifc_len = sizeof(page[16].interface);
    page[17].interfaces.ifc_req = &page[16].interface;
    inet = socket(AF_INET, SOCK_DGRAM, 0);
    assert(ioctl(inet, SIOCGIFCONF, &page[17].interfaces) == 0);
    assert(page[16].interface.ifr_name[0] != '\0');
    close(inet);
    close(fd);
    close(epoll);
}

int main(void)
{
    pthread_t a, b;

    assert(is_zero((char *)page, sizeof(page)));
    assert(is_zero(apart, sizeof(apart)));
    assert(pipe(ready) == 0);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    ask_kernel();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
