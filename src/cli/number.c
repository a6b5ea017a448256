/* number.c - see number.h. */
#include "cli/number.h"

#include <stddef.h>
#include <string.h>

#define DIGITS "0123456789"

bool rdl_number_whole(const char *text, uint64_t *out)
{
    const size_t n = strspn(text, DIGITS);

    *out = 0;
    for (size_t i = 0; i < n; i++) {
        if (__builtin_mul_overflow(*out, 10, out) ||
            __builtin_add_overflow(*out, (uint64_t)(text[i] - '0'), out))
            return false;
    }
    return n > 0 && text[n] == '\0';
}

bool rdl_number_begin(const char *text, double *out, const char **rest)
{
    const size_t n = strspn(text, DIGITS);
    double unit = 1;

    *out = 0;
    *rest = text + n;
    for (size_t i = 0; i < n; i++)
        *out = *out * 10 + (text[i] - '0');
    if (n == 0 || **rest != '.')
        return n > 0;
    text = ++*rest;
    *rest += strspn(text, DIGITS);
    for (; text < *rest; text++)
        *out += (*text - '0') * (unit /= 10);
    return text[-1] != '.';
}
