/* io_cancel_read.c - read, poll and accept are cancellation points: a thread
 * that waits in one ends when it is cancelled, through its cleanup handlers.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int p[2], listener;
static int cleaned;

static void clean(void *argument)
{
    __atomic_add_fetch(&cleaned, *(int *)argument, __ATOMIC_SEQ_CST);
}

static void *waits(void *argument)
{
    int which = (int)(long)argument, weight = 1 << which;
    struct pollfd f[2] = { { .fd = p[0], .events = POLLIN },
                           { .fd = p[0], .events = POLLPRI } };
    char c;

    pthread_cleanup_push(clean, &weight);
    if (which == 0)
        (void)!read(p[0], &c, 1);
    else if (which == 1)
        poll(f, 2, -1);
    else
        accept(listener, NULL, NULL);
    assert(!"cancelled, so it does not come back");
    pthread_cleanup_pop(0);
    return NULL;
}

int main(void)
{
    struct sockaddr_un any = { .sun_family = AF_UNIX };
    pthread_t t[3];
    void *result;

    assert(pipe(p) == 0);
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    assert(bind(listener, (struct sockaddr *)&any, sizeof(any.sun_family)) ==
           0);
    assert(listen(listener, 1) == 0);
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, waits, (void *)i);
    for (int i = 0; i < 3; i++)
        assert(pthread_cancel(t[i]) == 0);
    for (int i = 0; i < 3; i++)
        assert(pthread_join(t[i], &result) == 0 && result == PTHREAD_CANCELED);
    assert(cleaned == 7);
    assert(write(p[1], "x", 1) == 1); /* nobody took it */
}
