/* page.h - examines whole pages, sixteen bytes at a time. */
#ifndef RDL_RUNTIME_REWIND_IMAGE_PAGE_H
#define RDL_RUNTIME_REWIND_IMAGE_PAGE_H

#include "base/hash.h"
#include "runtime/rewind/image/page_ranges.h"

typedef uint64_t rdl_pair __attribute__((vector_size(16), may_alias));

#define RDL_PAGE_PAIRS (RDL_PAGE / sizeof(rdl_pair))

static inline bool rdl_page_zero(const char *page)
{
    const rdl_pair *p = (const rdl_pair *)page;

    for (size_t i = 0; i < RDL_PAGE_PAIRS; i += 8) {
        rdl_pair any = (p[i] | p[i + 1]) | (p[i + 2] | p[i + 3]) |
                       (p[i + 4] | p[i + 5]) | (p[i + 6] | p[i + 7]);

        if ((any[0] | any[1]) != 0)
            return false;
    }
    return true;
}

static inline bool rdl_page_same(const char *page, const char *other)
{
    const rdl_pair *p = (const rdl_pair *)page, *q = (const rdl_pair *)other;

    for (size_t i = 0; i < RDL_PAGE_PAIRS; i += 4) {
        rdl_pair any = ((p[i] ^ q[i]) | (p[i + 1] ^ q[i + 1])) |
                       ((p[i + 2] ^ q[i + 2]) | (p[i + 3] ^ q[i + 3]));

        if ((any[0] | any[1]) != 0)
            return false;
    }
    return true;
}

/* Four sums side by side, so that each multiplication depends only on its own
 * sum. */
static inline uint64_t rdl_page_sum(uint64_t sum, const char *page)
{
    const rdl_pair *p = (const rdl_pair *)page;
    const uint64_t factor = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t a = 1, b = 2, c = 3, d = 4;

    for (size_t i = 0; i < RDL_PAGE_PAIRS; i += 2) {
        a = (a ^ p[i][0]) * factor;
        b = (b ^ p[i][1]) * factor;
        c = (c ^ p[i + 1][0]) * factor;
        d = (d ^ p[i + 1][1]) * factor;
    }
    return rdl_mix(rdl_mix(rdl_mix(rdl_mix(sum, a), b), c), d);
}

#endif
