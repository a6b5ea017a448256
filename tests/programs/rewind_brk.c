/* rewind_brk.c - the program break is where it was at main, with what lay below
 * it, whether the program moved it up or down.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#define PAGES (16 * 4096)

static char *early, *began;
static int first;

__attribute__((constructor)) static void before_main(void)
{
    early = sbrk(PAGES);
    memset(early, 'e', PAGES);
    began = sbrk(0);
}

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    assert(sbrk(0) == began);
    for (int i = 0; i < PAGES; i += 4096)
        assert(early[i] == 'e' && early[i + 4095] == 'e');
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    early[4096] = 'c';
    if (first == 2) {
        assert(brk(early + 4096) == 0);
        return 0;
    }
    assert(sbrk(4 * PAGES) == began);
    for (int i = 0; i < 4 * PAGES; i += 4096) {
        assert(began[i] == 0);
        began[i] = 'n';
    }
    return 0;
}
