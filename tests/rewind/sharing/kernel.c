/* kernel.c - a buffer that the kernel fills for one thread while another, which
 * made it ready, looks. */
#include "state.h"

static int ends[2];
static char in[8] = "__", out[8] = "ab";
static int saw;

static void *sender(void *unused)
{
    if (write(ends[1], out, 2) != 2)
        return unused;
    saw = in[0] == 'a';
    saw += 2 * (in[1] == 'b');
    return unused;
}

static void *receiver(void *unused)
{
    if (read(ends[0], in, 2) != 2)
        return unused;
    return unused;
}

int main(void)
{
    if (pipe(ends) != 0)
        return 1;
    both(sender, receiver, NULL);
    ended(saw);
}
