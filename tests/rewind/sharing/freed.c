/* freed.c - a block that one thread frees while another, which alone uses it,
 * may still do so. */
#include "state.h"

#include <stdlib.h>

static long *slot;

static void *maker(void *unused)
{
    long *block = malloc(4 * sizeof(long));

    block[0] = 1;
    slot = block;
    block[1] = 2;
    block[2] = block[1];
    return unused;
}

static void *taker(void *unused)
{
    long *block = slot;

    free(block);
    return block != NULL ? unused : NULL;
}

int main(void)
{
    both(maker, taker, NULL);
    ended(slot != NULL);
}
