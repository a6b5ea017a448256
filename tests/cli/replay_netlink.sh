# A request by netlink has a number that differs in each process (the C library
# takes the time for it): the answers that a schedule has fit all the same.
. "$(dirname "$0")/common.inc"
cat >asks.c <<'END'
#include <assert.h>
#include <linux/rtnetlink.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
#include <x86intrin.h>

static int n;

/* Without hooks, as in the C library. */
__attribute__((noinline, no_sanitize_thread)) static void ask(void)
{
    struct {
        struct nlmsghdr h;
        struct rtgenmsg m;
    } request = { { sizeof(request), RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP,
                    (unsigned)__rdtsc() | 1, 0 },
                  { AF_UNSPEC } };
    const int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

    assert(send(fd, &request, sizeof(request), 0) == sizeof(request));
    for (int done = 0; !done;) {
        _Alignas(8) char answer[16384];
        ssize_t left = recv(fd, answer, sizeof(answer), 0);

        assert(left > 0);
        for (struct nlmsghdr *h = (void *)answer; NLMSG_OK(h, left);
             h = NLMSG_NEXT(h, left))
            done |= h->nlmsg_seq == request.h.nlmsg_seq &&
                    h->nlmsg_type == NLMSG_DONE;
    }
    close(fd);
}

static void *count(void *unused)
{
    const int was = n;

    ask();
    n = was + 1;
    return unused;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, count, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
    return 0;
}
END
"$RADDLE" cc -g1 -O1 -pthread asks.c -o asks
expect 1 "$RADDLE" test -j1 --no-shrink -n 100 ./asks
expect 1 "$RADDLE" replay --times 5 raddle-out/asks/assertion-*.schedule
grep -q 'reproduced 5 of 5' out || fail "the answers do not fit"
