/* rewind_mappings_early.c - mappings that were there at main are there again,
 * with what they held, after an execution unmapped, replaced, moved or emptied
 * them.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096
#define SIZE (8 * PAGE)
#define PLACE ((char *)0x6a0000000000)
#define MOVED ((char *)0x6b0000000000)
#define NEW ((char *)0x6c0000000000)

static int first;

static void map(char *place, int flags)
{
    char *got = mmap(place, SIZE, PROT_READ | PROT_WRITE,
                     flags | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);

    assert(got == place);
    memset(got, 'e', SIZE);
}

__attribute__((constructor)) static void before_main(void)
{
    map(PLACE, MAP_PRIVATE);
    map(MOVED, MAP_PRIVATE);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

static void check(const char *place)
{
    for (int i = 0; i < SIZE; i += PAGE)
        assert(place[i] == 'e' && place[i + PAGE - 1] == 'e');
}

int main(void)
{
    pthread_t a, b;

    check(PLACE);
    check(MOVED);
    memset(PLACE, 'x', SIZE);
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(munmap(PLACE + PAGE, PAGE) == 0);
    assert(mmap(PLACE + 3 * PAGE, PAGE, PROT_READ,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
                0) == PLACE + 3 * PAGE);
    assert(madvise(PLACE + 5 * PAGE, PAGE, MADV_DONTNEED) == 0);
    if (first == 1) {
        assert(mremap(MOVED, SIZE, 2 * SIZE, MREMAP_MAYMOVE | MREMAP_FIXED,
                      NEW) == NEW);
    } else {
        assert(mremap(MOVED, SIZE, 4 * SIZE, 0) == MOVED);
        assert(munmap(PLACE, SIZE) == 0);
    }
    return 0;
}
