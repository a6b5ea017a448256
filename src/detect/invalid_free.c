/* invalid_free.c - free() of an address that does not start a block.  The text
 * arrives as the name of the call. */
#include "detect/detector.h"
#include "detect/heap_words.h"

static bool invalid_free_check(const struct rdl_moment *moment,
                               struct rdl_finding *finding)
{
    const struct rdl_block_view *block = &finding->block;

    if (moment->misuse != RDL_FREE_INVALID)
        return false;
    if (!block->known) {
        rdl_words_add(finding, " of a pointer that is in no heap block");
        return true;
    }
    rdl_words_add(finding, " of a pointer ");
    rdl_words_add_bytes(finding, (uint64_t)block->offset);
    rdl_words_add(finding, " into ");
    rdl_words_add_block(finding);
    if (block->freed)
        rdl_words_add(finding, " that was freed");
    return true;
}

const struct rdl_detector rdl_detector_invalid_free = {
    .name = "invalid-free",
    .title = "invalid free",
    .summary = "free() of what is not the start of a heap block",
    .did = "freed what is not a block",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_MISUSE,
    .check = invalid_free_check,
};
