/* io_deadlock_tcp.c - wrong: client and server, both in the program, each wait
 * for the other to speak first when the client comes early.
 * EXPECT: deadlock
 * EXECUTIONS: 200
 */
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in at = { .sin_family = AF_INET };
static atomic_int greets; /* does the server speak first? */

static void *client(void *argument)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    char c;

    assert(connect(fd, (struct sockaddr *)&at, sizeof(at)) == 0);
    if (!atomic_load(&greets))
        (void)!write(fd, "c", 1);
    (void)!read(fd, &c, 1);
    close(fd);
    return argument;
}

int main(void)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0), peer;
    socklen_t size = sizeof(at);
    pthread_t t;
    char c;

    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(bind(fd, (struct sockaddr *)&at, sizeof(at)) == 0);
    assert(listen(fd, 1) == 0);
    assert(getsockname(fd, (struct sockaddr *)&at, &size) == 0);
    pthread_create(&t, NULL, client, NULL);
    peer = accept(fd, NULL, NULL);
    assert(peer >= 0);
    atomic_store(&greets, 1); /* the client may have looked, or not */
    (void)!read(peer, &c, 1);
    (void)!write(peer, "s", 1);
    pthread_join(t, NULL);
}
