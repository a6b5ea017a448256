/* map_contents.c - mappings: zero, kept across mremap, gone after munmap.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

#define PAGE 4096

static void *mapper(void *argument)
{
    char fill = *(const char *)argument;
    char *p = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *q;
    unsigned char resident;

    assert(p != MAP_FAILED && (uintptr_t)p % PAGE == 0);
    assert(p[0] == 0 && p[4 * PAGE - 1] == 0);
    p[0] = p[2 * PAGE] = fill;
    q = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert(q != MAP_FAILED && (q < p || q >= p + 4 * PAGE));
    assert(munmap(q, PAGE) == 0);
    q = mremap(p, 4 * PAGE, 64 * PAGE, MREMAP_MAYMOVE);
    assert(q != MAP_FAILED && q[0] == fill && q[2 * PAGE] == fill);
    assert(q[64 * PAGE - 1] == 0);
    assert(munmap(q + PAGE, PAGE) == 0); /* a hole */
    assert(mincore(q + PAGE, PAGE, &resident) == -1 && errno == ENOMEM);
    assert(q[2 * PAGE] == fill);
    assert(mprotect(q, PAGE, PROT_READ) == 0 && q[0] == fill);
    assert(munmap(q, 64 * PAGE) == 0);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, mapper, "a");
    pthread_create(&b, NULL, mapper, "b");
    errno = 0;
    assert(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
               MAP_FAILED &&
           errno == EINVAL);
    assert(munmap((void *)1, PAGE) == -1 && errno == EINVAL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
