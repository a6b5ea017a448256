/* socket_token.c - who has the token of a socket pair owns the data; the twin goes
 * on without it.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

#include <sys/socket.h>
#include <unistd.h>

int ends[2];

THREAD(a)
{
    data++;
    if (send(ends[0], "t", 1, 0) != 1)
        abort();
    char c;
    if (recv(ends[0], &c, 1, 0) != 1)
        abort();
    data++;
    return NULL;
}

THREAD(b)
{
    char c;

    if (recv(ends[1], &c, 1, TWO(0, MSG_DONTWAIT)) != 1)
        sched_yield();
    data++;
    if (send(ends[1], "t", 1, 0) != 1)
        abort();
    return NULL;
}

int main(void)
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        abort();
    run(a, b);
    return 0;
}
