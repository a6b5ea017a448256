/* heap_break.c - the program break moves as the program says, and memory above
 * it is new each time; in every execution it begins where it began.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MORE 100000
#define EARLY (40 * 4096)

static char *began;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void before_main(void)
{
    /* What lies behind the break in its page would stay as it is. */
    began = (void *)(((uintptr_t)sbrk(0) + EARLY + 4095) & ~4095ul);
    assert(brk(began) == 0);
    memset(began - EARLY, 'b', EARLY);
}

static void *grow(void *argument)
{
    char *more;

    pthread_mutex_lock(&lock);
    more = sbrk(MORE);
    assert(more != (void *)-1);
    assert(more[0] == 0 && memcmp(more, more + 1, MORE - 1) == 0);
    memset(more, 'x', MORE);
    if (argument != NULL)
        assert(sbrk(-MORE) == more + MORE);
    pthread_mutex_unlock(&lock);
    free(malloc(1000));
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    assert(sbrk(0) == began && began[-1] == 'b' && began[-EARLY] == 'b');
    pthread_create(&a, NULL, grow, NULL);
    pthread_create(&b, NULL, grow, &a);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    /* Down below where it began and up again: what was there is gone. */
    assert(brk(began - EARLY) == 0 && brk(began + 9000) == 0);
    assert(began[-1] == 0 && began[-EARLY] == 0);
    memset(began - 40, 'y', 9040);
}
