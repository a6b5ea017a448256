/* heap_words.h - phrases that the detectors of heap findings share. */
#ifndef RDL_DETECT_HEAP_WORDS_H
#define RDL_DETECT_HEAP_WORDS_H

#include "detect/words.h"

static inline void rdl_words_add_bytes(struct rdl_finding *f, uint64_t n)
{
    rdl_words_add_number(f, n, 10);
    rdl_words_add(f, n == 1 ? " byte" : " bytes");
}

/* "write of 4 bytes" */
static inline void rdl_words_add_access(struct rdl_finding *f)
{
    rdl_words_add(f, f->block.writes ? "write of " : "read of ");
    rdl_words_add_bytes(f, f->block.access);
}

/* "a block of 32 bytes" */
static inline void rdl_words_add_block(struct rdl_finding *f)
{
    rdl_words_add(f, "a block of ");
    rdl_words_add_bytes(f, f->block.size);
}

#endif
