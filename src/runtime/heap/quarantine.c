/* quarantine.c - freed blocks wait before they are handed out again, so that
 * who still uses one is found out instead of meeting the next owner's data.
 *
 * First in, first out, by the bytes that wait: the same in every execution
 * that takes the same steps. */
#include "runtime/heap/arena.h"

#include "runtime/core/interceptor.h"

/* Enough for the last thousands of small blocks, and of the order of a second
 * level cache: what is handed out again is still there. */
#define QUARANTINE_BYTES ((size_t)256 << 10)
/* A block counts for no more, or a large one would drive out all the others. */
#define QUARANTINE_MOST (QUARANTINE_BYTES / 4)

static size_t quarantine_charge(size_t bytes)
{
    return bytes < QUARANTINE_MOST ? bytes : QUARANTINE_MOST;
}

static void quarantine_release_first(struct quarantine *q)
{
    void *block = q->ring[q->first++ % QUARANTINE_SLOTS];

    q->bytes -= quarantine_charge(rdl_block_release(block));
}

void rdl_quarantine_add(struct arena *a, void *block, size_t bytes)
{
    struct quarantine *q = &a->quarantine;

    if (unlikely(q->end - q->first == QUARANTINE_SLOTS))
        quarantine_release_first(q);
    q->ring[q->end++ % QUARANTINE_SLOTS] = block;
    q->bytes += quarantine_charge(bytes);
    while (q->bytes > QUARANTINE_BYTES)
        quarantine_release_first(q);
}
