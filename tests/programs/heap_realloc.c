/* heap_realloc.c - what a block held it holds when it was resized, small or
 * large, moved or not; beyond that calloc promises zeros, also in memory that
 * was used before.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const size_t sizes[] = { 1,     24,   25,    700,    701,   1000,
                                1024,  5000, 40000, 140000, 40000, 33000,
                                32000, 1025, 1024,  10,     9 };
#define N (sizeof(sizes) / sizeof(sizes[0]))

/* By libc, in one step. */
static int holds(const char *p, char fill, size_t n)
{
    return p[0] == fill && memcmp(p, p + 1, n - 1) == 0;
}

static void *resize(void *argument)
{
    char fill = (char)(long)argument, *p = malloc(sizes[0]);

    memset(p, fill, sizes[0]);
    for (size_t i = 1; i < N; i++) {
        size_t least = sizes[i] < sizes[i - 1] ? sizes[i] : sizes[i - 1];

        p = realloc(p, sizes[i]);
        assert(p != NULL && holds(p, fill, least));
        memset(p, fill, sizes[i]);
    }
    free(p);
    return NULL;
}

static void *zeros(void *argument)
{
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < N; i++) {
            char *p = calloc(sizes[i], 1);

            assert(p != NULL && holds(p, 0, sizes[i]));
            memset(p, 'x', sizes[i]);
            free(p);
        }
    }
    return argument;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, NULL, resize, (void *)'a');
    pthread_create(&b, NULL, resize, (void *)'b');
    pthread_create(&c, NULL, zeros, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
}
