/* io_tcp_loopback.c - server and clients in one program, over TCP, on a port
 * that the system chose.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define CLIENTS 2

static struct sockaddr_in server;

static void *client(void *argument)
{
    struct sockaddr_in me, peer;
    socklen_t size = sizeof(me);
    int fd = socket(AF_INET, SOCK_STREAM, 0), error = -1;
    socklen_t n = sizeof(error);
    char c = (char)(long)argument, reply[4];

    assert(connect(fd, (struct sockaddr *)&server, sizeof(server)) == 0);
    assert(getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &n) == 0 && error == 0);
    assert(getsockname(fd, (struct sockaddr *)&me, &size) == 0);
    assert(size == sizeof(me) && me.sin_family == AF_INET && me.sin_port != 0);
    assert(getpeername(fd, (struct sockaddr *)&peer, &size) == 0);
    assert(peer.sin_port == server.sin_port);
    assert(write(fd, &c, 1) == 1);
    assert(write(fd, &me.sin_port, 2) == 2);
    assert(recv(fd, reply, 4, MSG_WAITALL) == 3); /* then its end */
    assert(reply[0] == c && reply[1] == 'o' && reply[2] == 'k');
    assert(close(fd) == 0);
    return NULL;
}

int main(void)
{
    struct sockaddr_in bound = { .sin_family = AF_INET }, from;
    socklen_t size = sizeof(bound);
    pthread_t t[CLIENTS];
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    char seen = 0;

    bound.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) == 0);
    assert(bind(fd, (struct sockaddr *)&bound, sizeof(bound)) == 0);
    assert(listen(fd, 8) == 0);
    assert(getsockname(fd, (struct sockaddr *)&bound, &size) == 0);
    assert(bound.sin_port != 0);
    server = bound;
    for (long i = 0; i < CLIENTS; i++)
        pthread_create(&t[i], NULL, client, (void *)('a' + i));
    for (int i = 0; i < CLIENTS; i++) {
        int peer = accept4(fd, (struct sockaddr *)&from, &size, SOCK_CLOEXEC);
        char c;
        in_port_t port;

        assert(peer >= 0 && size == sizeof(from));
        assert(read(peer, &c, 1) == 1);
        assert(recv(peer, &port, 2, MSG_WAITALL) == 2);
        assert(port == from.sin_port);
        seen ^= c;
        assert(write(peer, &c, 1) == 1 && write(peer, "ok", 2) == 2);
        assert(close(peer) == 0);
    }
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(t[i], NULL);
    assert(seen == ('a' ^ 'b'));
}
