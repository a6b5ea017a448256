# A server with a thread for each client, which add to one sum without a lock:
# the lost addition is found with two clients beside it, and replayed without
# them, on both engines.
set -eu
. "$(dirname "$0")/common.inc"
need python3
cd "$TMP"
cat >server.c <<'C'
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

static int sum, wanted;

static void *serve(void *argument)
{
    int fd = (int)(long)argument, n;
    char line[64] = "";
    size_t used = 0;

    while (strchr(line, '\n') == NULL) {
        ssize_t k = read(fd, line + used, sizeof(line) - 1 - used);

        assert(k > 0);
        used += (size_t)k;
    }
    n = atoi(line);
    __atomic_add_fetch(&wanted, n, __ATOMIC_SEQ_CST);
    sum = sum + n;
    assert(write(fd, "added\n", 6) == 6);
    close(fd);
    return NULL;
}

int main(int argc, char **argv)
{
    struct sockaddr_in at = { .sin_family = AF_INET }, from;
    struct epoll_event e = { .events = EPOLLIN };
    int fd = socket(AF_INET, SOCK_STREAM, 0), set = epoll_create1(0), on = 1;
    pthread_t t[2];

    assert(argc == 2);
    at.sin_port = htons((in_port_t)atoi(argv[1]));
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    assert(bind(fd, (struct sockaddr *)&at, sizeof(at)) == 0);
    assert(listen(fd, 4) == 0);
    assert(epoll_ctl(set, EPOLL_CTL_ADD, fd, &e) == 0);
    for (int i = 0; i < 2; i++) {
        socklen_t size = sizeof(from);
        int client;

        assert(epoll_wait(set, &e, 1, -1) == 1);
        client = accept(fd, (struct sockaddr *)&from, &size);
        assert(client >= 0 && from.sin_family == AF_INET);
        pthread_create(&t[i], NULL, serve, (void *)(long)client);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sum == wanted);
}
C
cat >clients.py <<'P'
import socket, sys, time
def connect():
    for attempt in range(600):
        try:
            return socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        except OSError:
            time.sleep(0.01)
a, b = connect(), connect()
a.sendall(b"4"); a.sendall(b"0\n"); b.sendall(b"2\n")
a.recv(100), b.recv(100)
P
"$RADDLE" cc -g -O1 -pthread server.c -o server
port=$((20000 + $$ % 12000))
"$RADDLE" test --quiet --executions 200 --peer "python3 $TMP/clients.py $port" \
    --out out -- ./server $port && exit 1
schedule=$(ls out/assertion-*.schedule)
for engine in fiber kernel; do
    "$RADDLE" replay --quiet --engine $engine --times 50 "$schedule" >replay &&
        exit 1
    grep -q 'reproduced 50 of 50' replay
done
