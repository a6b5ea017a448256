/* eventfd_handoff.c - the counter of an eventfd tells that data is there; that of
 * the twin tells it from the beginning.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

int fd;

THREAD(a)
{
    uint64_t one = 1;

    data = 1;
    if (write(fd, &one, sizeof(one)) != sizeof(one))
        abort();
    return NULL;
}

THREAD(b)
{
    uint64_t n;

    if (read(fd, &n, sizeof(n)) != sizeof(n))
        abort();
    sink = data;
    return NULL;
}

int main(void)
{
    fd = eventfd(TWO(0, 1), 0);
    run(a, b);
    close(fd);
    return 0;
}
