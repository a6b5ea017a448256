/* double_free.c - the program frees or resizes a freed block.  The text arrives
 * as the name of the call. */
#include "detect/detector.h"
#include "detect/heap_words.h"

static bool double_free_check(const struct rdl_moment *moment,
                              struct rdl_finding *finding)
{
    if (moment->misuse != RDL_FREE_TWICE)
        return false;
    rdl_words_add(finding, " of ");
    rdl_words_add_block(finding);
    rdl_words_add(finding, " that was freed");
    return true;
}

const struct rdl_detector rdl_detector_double_free = {
    .name = "double-free",
    .title = "double free",
    .summary = "a heap block is freed a second time",
    .did = "freed the block again",
    .about = RDL_ABOUT_STEP,
    .moments = 1u << RDL_AT_MISUSE,
    .check = double_free_check,
};
