/* malloc_stress.c - four threads allocate, resize and free; every block keeps
 * its content.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS 8
#define ROUNDS 25

static void check(const unsigned char *p, size_t size, unsigned char fill)
{
    for (size_t i = 0; i < size; i += 1 + size / 16)
        assert(p[i] == fill);
}

static void *worker(void *argument)
{
    unsigned r = (unsigned)(uintptr_t)argument;
    unsigned char *p[BLOCKS] = { NULL }, fill[BLOCKS];
    size_t size[BLOCKS];

    for (int round = 0; round < ROUNDS; round++) {
        unsigned i = (r = r * 1664525 + 1013904223) >> 16 & (BLOCKS - 1);

        if (p[i] == NULL) {
            size[i] = 1 + (r >> 8) % (round % 5 == 0 ? 200000 : 500);
            p[i] = malloc(size[i]);
        } else if (r & 4096) {
            size_t old = size[i];

            size[i] = 1 + (r >> 9) % 3000;
            p[i] = realloc(p[i], size[i]);
            check(p[i], old < size[i] ? old : size[i], fill[i]);
        } else {
            check(p[i], size[i], fill[i]);
            free(p[i]);
            p[i] = NULL;
            continue;
        }
        assert(p[i] != NULL);
        fill[i] = (unsigned char)r;
        memset(p[i], fill[i], size[i]);
    }
    for (int i = 0; i < BLOCKS; i++) {
        if (p[i] != NULL)
            check(p[i], size[i], fill[i]);
        free(p[i]);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[4];

    for (uintptr_t i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, worker, (void *)(i * 77 + 1));
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
}
