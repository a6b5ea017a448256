/* heap_overflow.c - an access goes beyond its block, at either end. */
#include "detect/detector.h"
#include "detect/heap_words.h"

static void heap_overflow_describe(struct rdl_finding *f)
{
    const struct rdl_block_view *b = &f->block;
    uint64_t offset = (uint64_t)b->offset;

    if (b->offset < 0) {
        rdl_words_add(f, ", ");
        rdl_words_add_bytes(f, -offset);
        rdl_words_add(f, " before ");
    } else if (offset < b->size) {
        rdl_words_add(f, " at offset ");
        rdl_words_add_number(f, offset, 10);
        rdl_words_add(f, " of ");
    } else if (offset == b->size) {
        rdl_words_add(f, " right behind ");
    } else {
        rdl_words_add(f, ", ");
        rdl_words_add_bytes(f, offset - b->size);
        rdl_words_add(f, " behind ");
    }
    rdl_words_add_block(f);
}

static bool heap_overflow_check(const struct rdl_moment *moment,
                                struct rdl_finding *finding)
{
    if (moment->misuse != RDL_HEAP_BEYOND)
        return false;
    rdl_words_add_access(finding);
    if (finding->block.known)
        heap_overflow_describe(finding);
    else
        rdl_words_add(finding, " in heap memory that is in no block");
    return true;
}

const struct rdl_detector rdl_detector_heap_overflow = {
    .name = "heap-overflow",
    .title = "heap overflow",
    .summary = "an access reaches beyond its heap block",
    .did = "reached beyond the block",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_MISUSE,
    .check = heap_overflow_check,
};
