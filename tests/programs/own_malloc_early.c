/* own_malloc_early.c - a program with its own malloc, which is not ready before
 * the program's constructor has run: raddle does not call it before.
 * EXPECT: clean
 * EXECUTIONS: 50
 * CFLAGS: -O1 -fno-builtin
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOM ((size_t)1 << 24)

static char room[ROOM] __attribute__((aligned(16)));
static size_t used;
static int ready, n;

static void *take(size_t size)
{
    size_t *block;

    if (!ready) {
        write(2, "malloc before the constructor\n", 30);
        _exit(7);
    }
    block = (size_t *)(room + used);
    used += (size + 31) / 16 * 16;
    if (used > ROOM)
        return NULL;
    *block = size;
    return (char *)block + 16;
}

void *malloc(size_t size)
{
    return take(size);
}

void *calloc(size_t count, size_t size)
{
    return take(count * size); /* the room is zero */
}

void *realloc(void *old, size_t size)
{
    void *new = take(size);
    size_t before = old != NULL ? *(size_t *)((char *)old - 16) : 0;

    if (new != NULL && old != NULL)
        memcpy(new, old, before < size ? before : size);
    return new;
}

void free(void *block)
{
    (void)block;
}

__attribute__((constructor)) static void prepare(void)
{
    ready = 1;
}

static void *run(void *unused)
{
    free(malloc(100));
    __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED);
    return unused;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(n == 2);
    return 0;
}
