/* own.c - the memory and string functions that the runtime itself calls, and
 * those that the compiler makes it call.
 *
 * Hidden, so that the runtime's calls end here.  The target may define any of
 * them; its own memcpy, instrumented, would otherwise step into the scheduler
 * from inside the scheduler.  Plain loops, each with a barrier that keeps the
 * compiler from seeing in them what they are and calling them again. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define OPAQUE(x) __asm__("" : "+r"(x))

/* From here on the string instruction is faster. */
#define LONG 128

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
    char *t = to;
    const char *f = from;

    if (n >= LONG) {
        __asm__ volatile("rep movsb" : "+D"(t), "+S"(f), "+c"(n) : : "memory");
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
