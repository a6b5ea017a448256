/* pipe_handoff.c - a byte in a pipe hands data over; in the twin it comes
 * first. EXPECT: none TWIN: seen
 */
#include <unistd.h>
#include "race.h"

static int fd[2];

THREAD(a)
{
    char z = 1;

    TWO(data = 1, (void)0);
    if (write(fd[1], &z, 1) != 1)
        abort();
    TWO((void)0, data = 1);
    return NULL;
}

THREAD(b)
{
    char z;

    if (read(fd[0], &z, 1) != 1)
        abort();
    sink = data;
    return NULL;
}

int main(void)
{
    if (pipe(fd) != 0)
        abort();
    run(a, b);
    return 0;
}
