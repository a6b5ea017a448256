/* heap.c - a block of the heap handed over, written by both, freed by the
 * other; and new ones of one thread each. */
#include "state.h"

#include <semaphore.h>
#include <stdlib.h>

static long *slot;
static sem_t done;
static int saw;

static void *maker(void *unused)
{
    long *block = malloc(4 * sizeof(long)), *own;

    block[0] = 1;
    slot = block;
    block[0] = 2;
    block[1] = 1;
    sem_post(&done);
    own = malloc(4 * sizeof(long));
    own[0] = 1;
    free(own);
    return unused;
}

static void *taker(void *unused)
{
    long *block = slot, *own;

    if (block == NULL)
        return unused;
    saw = (int)block[0] * 2 + (int)block[1];
    block[1] = 3;
    sem_wait(&done);
    saw += 8 * (int)block[1];
    free(block);
    own = malloc(4 * sizeof(long));
    own[0] = 2;
    free(own);
    return unused;
}

int main(void)
{
    sem_init(&done, 0, 0);
    both(maker, taker, NULL);
    ended(saw);
}
