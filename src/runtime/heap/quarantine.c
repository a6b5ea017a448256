/* quarantine.c - delays the reuse of freed blocks, so that a use after free is
 * a finding instead of an access to the next owner's data.
 *
 * First in, first out, limited by bytes: the same in every execution that takes
 * the same steps. */
#include "runtime/heap/arena.h"

#include "runtime/core/interceptor.h"

/* Enough for the last few thousand small blocks, and about the size of a second
 * level cache: a reused block is still in the cache. */
#define QUARANTINE_BYTES ((size_t)256 << 10)
/* A block counts for at most this much; otherwise a large block would evict all
 * others. */
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
