/* libc_free.c - the memory and string functions that the runtime calls,
 * explicitly or in code that the compiler generates.
 *
 * Hidden, so that the runtime's calls end here.  The target may define any of
 * them; its own instrumented memcpy would otherwise enter the scheduler from
 * inside the scheduler.  They are plain loops, each with a barrier: without it
 * the compiler would recognise the loop and replace it by a call of the same
 * function. */
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OPAQUE(x) __asm__("" : "+r"(x))

#define LINE 64

/* Copies whole cache lines.  The string instruction is the fastest where both
 * sides begin on a line, and up to thirty times slower than this loop where
 * they do not (measured on an AMD EPYC: 16 KiB, 0.4 us against 25). */
static size_t libc_free_copy_lines(char *to, const char *from, size_t n)
{
    size_t lines = n & ~(size_t)(LINE - 1);

    if ((((uintptr_t)to | (uintptr_t)from) & (LINE - 1)) == 0) {
        size_t left = lines;

        __asm__ volatile("rep movsb"
                         : "+D"(to), "+S"(from), "+c"(left)
                         :
                         : "memory");
        return lines;
    }
    for (size_t i = 0; i < lines; i += LINE) {
        __m128i a = _mm_loadu_si128((const void *)(from + i));
        __m128i b = _mm_loadu_si128((const void *)(from + i + 16));
        __m128i c = _mm_loadu_si128((const void *)(from + i + 32));
        __m128i d = _mm_loadu_si128((const void *)(from + i + 48));

        _mm_storeu_si128((void *)(to + i), a);
        _mm_storeu_si128((void *)(to + i + 16), b);
        _mm_storeu_si128((void *)(to + i + 32), c);
        _mm_storeu_si128((void *)(to + i + 48), d);
    }
    return lines;
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    char *t = to;
    const char *f = from;

    if (n >= LINE) {
        size_t done = libc_free_copy_lines(t, f, n);

        t += done;
        f += done;
        n -= done;
    }
    /* The last 16 or 8 bytes overlap those before.  memmove() gets here with
     * ranges that overlap, so all loads come before the first store. */
    if (n > 16) {
        const __m128i a = _mm_loadu_si128((const void *)f);
        const __m128i b = n > 32 ? _mm_loadu_si128((const void *)(f + 16)) : a;
        const __m128i c = n > 48 ? _mm_loadu_si128((const void *)(f + 32)) : a;
        const __m128i last = _mm_loadu_si128((const void *)(f + n - 16));

        __asm__ volatile("" ::: "memory");
        _mm_storeu_si128((void *)t, a);
        if (n > 32)
            _mm_storeu_si128((void *)(t + 16), b);
        if (n > 48)
            _mm_storeu_si128((void *)(t + 32), c);
        _mm_storeu_si128((void *)(t + n - 16), last);
        return to;
    }
    if (n >= 8) {
        uint64_t a, last;

        __builtin_memcpy(&a, f, 8);
        __builtin_memcpy(&last, f + n - 8, 8);
        __asm__ volatile("" ::: "memory");
        __builtin_memcpy(t, &a, 8);
        __builtin_memcpy(t + n - 8, &last, 8);
        return to;
    }
    for (; n > 0; n--) {
        *t++ = *f++;
        OPAQUE(t);
    }
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    char *t = (char *)to + n;
    const char *f = (const char *)from + n;

    if ((uintptr_t)to - (uintptr_t)from >= n)
        return memcpy(to, from, n);
    for (; n > 0; n--) {
        *--t = *--f;
        OPAQUE(t);
    }
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    char *t = to;

    __asm__ volatile("rep stosb" : "+D"(t), "+c"(n) : "a"(byte) : "memory");
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;

    for (; n > 0; n--, x++, y++) {
        if (*x != *y)
            return *x - *y;
        OPAQUE(x);
    }
    return 0;
}

size_t strnlen(const char *s, size_t n)
{
    size_t length = 0;

    while (length < n && s[length] != '\0') {
        length++;
        OPAQUE(length);
    }
    return length;
}

size_t strlen(const char *s)
{
    return strnlen(s, SIZE_MAX);
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; n--, a++, b++) {
        if (*a != *b || *a == '\0')
            return (unsigned char)*a - (unsigned char)*b;
        OPAQUE(a);
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, SIZE_MAX);
}

char *strchr(const char *s, int c)
{
    for (; *s != (char)c; s++) {
        if (*s == '\0')
            return NULL;
        OPAQUE(s);
    }
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    char *last = NULL;

    for (;; s++) {
        if (*s == (char)c)
            last = (char *)s;
        if (*s == '\0')
            return last;
        OPAQUE(s);
    }
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
    char *end = to + strlen(to);
    size_t length = strnlen(from, n);

    memcpy(end, from, length);
    end[length] = '\0';
    return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
    memcpy(to + strlen(to), from, strlen(from) + 1);
    return to;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
    size_t length = strlen(from);

    memcpy(to, from, length + 1);
    return to + length;
}

char *strcpy(char *restrict to, const char *restrict from)
{
    memcpy(to, from, strlen(from) + 1);
    return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
    size_t length = strnlen(from, n);

    memcpy(to, from, length);
    memset(to + length, 0, n - length);
    return to;
}

size_t strspn(const char *s, const char *accepted)
{
    size_t length = 0;

    while (s[length] != '\0' && strchr(accepted, s[length]) != NULL)
        length++;
    return length;
}
