/* memory_own_functions.c - a program that defines memcpy, memmove and strlen
 * itself: they are called, their accesses are seen, and raddle's runtime does
 * not call them, nor does the unwinder that it walks stacks with.
 * EXPECT: assertion at 64
 * EXECUTIONS: 400
 * CFLAGS: -fno-builtin
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int copies, lengths;

void *memcpy(void *to, const void *from, size_t n)
{
    __atomic_fetch_add(&copies, 1, __ATOMIC_RELAXED);
    for (size_t i = 0; i < n; i++)
        ((char *)to)[i] = ((const char *)from)[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    if ((char *)to <= (const char *)from)
        return memcpy(to, from, n);
    for (size_t i = n; i > 0; i--)
        ((char *)to)[i - 1] = ((const char *)from)[i - 1];
    return to;
}

size_t strlen(const char *s)
{
    size_t n = 0;

    __atomic_fetch_add(&lengths, 1, __ATOMIC_RELAXED);
    while (s[n] != '\0')
        n++;
    return n;
}

static char text[16];

static void *append(void *word)
{
    size_t length = strlen(text);

    memmove(text + length, word, 2);
    return NULL;
}

int main(void)
{
    char a[] = "a", b[] = "b", copy[16];
    pthread_t t;

    pthread_create(&t, NULL, append, a);
    append(b);
    pthread_join(t, NULL);
    memcpy(copy, text, sizeof(copy));
    /* The program's own functions are in use, with or without raddle... */
    if (lengths != 2 || copies == 0)
        return 3;
    /* ... and one of them may see a text that is about to change. */
    assert(copy[1] != '\0');
    return 0;
}
