/* page_write.c - see page_write.h.
 *
 * Called between two executions, when no code of the target has anything in
 * vector registers. */
#include "runtime/rewind/image/page_write.h"

#include "runtime/core/persistent.h"
#include "runtime/rewind/image/page.h"

#include <immintrin.h>
#include <string.h>

static void page_write_whole(char *at, const char *copy)
{
    if (copy != NULL)
        memcpy(at, copy, RDL_PAGE);
    else if (!rdl_page_zero(at))
        memset(at, 0, RDL_PAGE);
}

/* Two lines at a time. */
__attribute__((target("avx2"))) static void page_write_lines(char *at,
                                                             const char *copy)
{
    __m256i *to = (__m256i *)at;
    const __m256i *from = (const __m256i *)copy;

    for (size_t i = 0; i < RDL_PAGE / sizeof(*to); i += 4) {
        const __m256i a = from != NULL ? from[i] : _mm256_setzero_si256();
        const __m256i b = from != NULL ? from[i + 1] : a;
        const __m256i c = from != NULL ? from[i + 2] : a;
        const __m256i d = from != NULL ? from[i + 3] : a;
        const __m256i other = ((to[i] ^ a) | (to[i + 1] ^ b)) |
                              ((to[i + 2] ^ c) | (to[i + 3] ^ d));

        if (_mm256_testz_si256(other, other))
            continue;
        to[i] = a;
        to[i + 1] = b;
        to[i + 2] = c;
        to[i + 3] = d;
    }
}

rdl_page_write_function *rdl_page_write = page_write_whole;

RDL_PERSISTENT_HERE(rdl_page_write);

void rdl_page_write_begin(bool wide)
{
    __builtin_cpu_init();
    rdl_page_write = wide && __builtin_cpu_supports("avx2") ? page_write_lines
                                                            : page_write_whole;
}
