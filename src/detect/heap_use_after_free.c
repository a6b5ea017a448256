/* heap_use_after_free.c - the program uses freed heap memory.  Whether this has
 * consequences depends on later allocations; it is wrong all the same. */
#include "detect/detector.h"
#include "detect/heap_words.h"

static bool heap_use_after_free_check(const struct rdl_moment *moment,
                                      struct rdl_finding *finding)
{
    if (moment->misuse != RDL_HEAP_FREED)
        return false;
    rdl_words_add_access(finding);
    if (!finding->block.known) {
        rdl_words_add(finding, " in memory that was freed long ago");
        return true;
    }
    rdl_words_add(finding, " at offset ");
    rdl_words_add_number(finding, (uint64_t)finding->block.offset, 10);
    rdl_words_add(finding, " of ");
    rdl_words_add_block(finding);
    rdl_words_add(finding, " that was freed");
    return true;
}

const struct rdl_detector rdl_detector_heap_use_after_free = {
    .name = "heap-use-after-free",
    .title = "heap use after free",
    .summary = "heap memory is used after it was freed",
    .did = "used freed memory",
    .about = RDL_ABOUT_FREED_USE,
    .moments = 1u << RDL_AT_MISUSE,
    .check = heap_use_after_free_check,
};
