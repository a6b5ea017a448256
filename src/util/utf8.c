/* utf8.c - see utf8.h. */
#include "util/utf8.h"

size_t rdl_utf8_length(const char *text)
{
    static const unsigned least[] = { 0, 1, 0x80, 0x800, 0x10000 };
    const unsigned char *c = (const unsigned char *)text;
    const size_t n = c[0] < 0x80         ? 1
                     : c[0] >> 5 == 0x06 ? 2
                     : c[0] >> 4 == 0x0e ? 3
                     : c[0] >> 3 == 0x1e ? 4
                                         : 0;
    unsigned code = n == 1 ? c[0] : c[0] & (0xffu >> (n + 1));

    for (size_t i = 1; i < n; i++) {
        if (c[i] >> 6 != 2) /* also the end of the text */
            return 0;
        code = code << 6 | (c[i] & 0x3f);
    }
    return code >= least[n] && code <= 0x10ffff && code >> 11 != 0xd800 >> 11
               ? n
               : 0;
}
