/* io_unix_listen.c - local sockets: listen, accept, credentials, a datagram
 * with its sender's name.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un stream_name, datagram_name, talker_name;
static socklen_t stream_size, datagram_size, talker_size;

/* A socket with a name that the kernel chose. */
static int named(int type, struct sockaddr_un *name, socklen_t *size)
{
    int fd = socket(AF_UNIX, type, 0);

    name->sun_family = AF_UNIX;
    assert(bind(fd, (struct sockaddr *)name, sizeof(name->sun_family)) == 0);
    *size = sizeof(*name);
    assert(getsockname(fd, (struct sockaddr *)name, size) == 0);
    return fd;
}

static void *client(void *argument)
{
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    char c;

    assert(connect(fd, (struct sockaddr *)&stream_name, stream_size) == 0);
    assert(send(fd, argument, 1, 0) == 1);
    assert(recv(fd, &c, 1, 0) == 1 && c == *(char *)argument + 1);
    close(fd);
    return NULL;
}

static void *talker(void *argument)
{
    int fd = named(SOCK_DGRAM, &talker_name, &talker_size);

    assert(sendto(fd, "hello", 5, 0, (struct sockaddr *)&datagram_name,
                  datagram_size) == 5);
    close(fd);
    return argument;
}

int main(void)
{
    int s = named(SOCK_STREAM, &stream_name, &stream_size);
    int d = named(SOCK_DGRAM, &datagram_name, &datagram_size);
    char letters[2] = { 'a', 'p' }, text[16];
    struct sockaddr_un from;
    socklen_t size = sizeof(from);
    pthread_t t[3];

    assert(listen(s, 1) == 0);
    pthread_create(&t[0], NULL, client, &letters[0]);
    pthread_create(&t[1], NULL, client, &letters[1]);
    pthread_create(&t[2], NULL, talker, NULL);
    for (int i = 0; i < 2; i++) {
        struct ucred who;
        socklen_t n = sizeof(who);
        int fd = accept(s, NULL, NULL);
        char c;

        assert(fd >= 0);
        assert(getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) == 0);
        assert(who.pid == getpid());
        assert(recv(fd, &c, 1, 0) == 1);
        c++;
        assert(send(fd, &c, 1, 0) == 1);
        assert(recv(fd, &c, 1, 0) == 0);
        close(fd);
    }
    assert(recvfrom(d, text, sizeof(text), 0, (struct sockaddr *)&from,
                    &size) == 5);
    assert(memcmp(text, "hello", 5) == 0);
    assert(from.sun_family == AF_UNIX && size == talker_size);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
