/* rewind_heap_protected.c - pages of the heap that an execution protected or
 * emptied are ordinary memory in the next.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096
#define SIZE (4 * PAGE)

static char *early;
static int first;

__attribute__((constructor)) static void before_main(void)
{
    early = aligned_alloc(PAGE, SIZE);
    memset(early, 'e', SIZE);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

int main(void)
{
    char *block = aligned_alloc(PAGE, SIZE);
    pthread_t a, b;

    assert(block != NULL);
    memset(block, 'x', SIZE);
    for (int i = 0; i < SIZE; i += PAGE) {
        assert(early[i] == 'e');
        early[i] = 'x';
    }
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (first == 1) {
        assert(mprotect(block, SIZE, PROT_NONE) == 0);
        assert(mprotect(early + PAGE, PAGE, PROT_NONE) == 0);
        return 0;
    }
    assert(madvise(early, SIZE, MADV_DONTNEED) == 0);
    assert(mprotect(block + PAGE, PAGE, PROT_READ) == 0);
    assert(madvise(block, PAGE, MADV_DONTNEED) == 0);
    assert(block[0] == 0 && block[PAGE] == 'x');
    return 0;
}
