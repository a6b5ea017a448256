/* malloc_properties.c - alignment, zeros, kept content, honest refusal.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The compiler must not reason about these. */
static volatile size_t huge = (size_t)1 << 60;
static void *(*volatile allocate)(size_t) = malloc;
static void *(*volatile allocate_zeroed)(size_t, size_t) = calloc;

static void *alignments(void *argument)
{
    for (size_t align = 16; align <= 65536; align *= 16) {
        void *p = memalign(align, 100), *q = aligned_alloc(align, align), *r;

        assert(p != NULL && (uintptr_t)p % align == 0);
        assert(q != NULL && (uintptr_t)q % align == 0 && p != q);
        assert(posix_memalign(&r, align, 10) == 0);
        assert((uintptr_t)r % align == 0 && malloc_usable_size(r) >= 10);
        free(p), free(q), free(r);
    }
    return argument;
}

static void *contents(void *argument)
{
    for (size_t size = 1; size < 300000; size *= 17) {
        char *p = calloc(size, 1), *q;

        assert(p != NULL && p[0] == 0 && p[size / 2] == 0 && p[size - 1] == 0);
        p[size - 1] = 'x';
        q = realloc(p, size * 3);
        assert(q != NULL && q[size - 1] == 'x');
        q = reallocarray(q, size, 1);
        assert(q != NULL && q[size - 1] == 'x');
        memset(q, 0xff, size); /* calloc must clear it when it comes again */
        free(q);
    }
    return argument;
}

int main(void)
{
    void *volatile p = malloc(0), *aligned = (void *)1;
    pthread_t a, b;

    pthread_create(&a, NULL, alignments, NULL);
    pthread_create(&b, NULL, contents, NULL);
    free(p);
    free(NULL);
    errno = 0;
    assert(allocate(huge) == NULL && errno == ENOMEM);
    assert(allocate_zeroed(huge, 64) == NULL && errno == ENOMEM);
    assert(posix_memalign(&aligned, 3, 8) == EINVAL && aligned == (void *)1);
    p = malloc(10);
    assert(reallocarray(p, huge, 64) == NULL && realloc(p, huge) == NULL);
    free(p); /* still there */
    p = valloc(5);
    assert(p != NULL && (uintptr_t)p % 4096 == 0);
    free(p);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
