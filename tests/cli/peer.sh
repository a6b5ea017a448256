# --peer runs a command beside each execution, --end-signal ends the server
# when it is done; what the peer sent is replayed without it.
. "$(dirname "$0")/common.inc"
cat >server.c <<'C'
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static int listener, fails;
static volatile sig_atomic_t ended;
static void end(int signal) { ended = signal; }
static void *serve(void *arg)
{
    char text[64] = "";
    int c = accept(listener, NULL, NULL);
    if (c < 0)
        return arg;
    assert(read(c, text, sizeof(text) - 1) > 0);
    assert(write(c, text, strlen(text)) > 0);
    close(c);
    if (fails)
        assert(strcmp(text, "hello") != 0);
    return arg;
}
int main(int argc, char **argv)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
        .sin_port = htons((unsigned short)atoi(argv[1])),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    struct sigaction action = { .sa_handler = end };
    int on = 1;
    pthread_t t;
    fails = argc > 2;
    sigaction(SIGTERM, &action, NULL);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    assert(bind(listener, (void *)&address, sizeof(address)) == 0);
    assert(listen(listener, 5) == 0);
    pthread_create(&t, NULL, serve, NULL);
    while (!ended)
        pause();
    pthread_join(t, NULL);
    puts("ended by the signal");
    return 0;
}
C
gcc -g -pthread server.c -o server
port=$((20000 + $$ % 12000))
cat >client.py <<'P'
import socket, sys, time
for attempt in range(400):
    try:
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        break
    except OSError:
        time.sleep(0.01)
s.sendall(b"hello")
assert s.recv(64) == b"hello"
P
expect 0 "$RADDLE" test -n 3 --peer "python3 client.py $port" \
    --end-signal TERM ./server $port
expect 1 "$RADDLE" test -n 3 --peer "python3 client.py $port" \
    --end-signal TERM --json report ./server $port fail
says "assertion"
equal "$(field report 'r["findings"][0]["replayed"]')" True
grep -q "^input .*hello" raddle-out/*/assertion-*.schedule || fail "no input recorded"
expect 1 "$RADDLE" replay -n 3 raddle-out/*/assertion-*.schedule
# A client that does not exist shows nothing: never clean.
cat >waits.c <<'C'
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
static void *nothing(void *arg) { return arg; }
int main(void)
{
    pthread_t t, u;
    sigset_t set;
    int got;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, nothing, NULL);
    pthread_create(&u, NULL, nothing, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return sigwait(&set, &got);
}
C
"$RADDLE" cc -g -pthread waits.c -o waits
expect 0 "$RADDLE" test -n 2 --peer true --end-signal TERM ./waits
expect 2 "$RADDLE" test -n 2 --peer /nonexistent/client --end-signal TERM ./waits
says "--peer cannot be run"
