/* heap_usable_size.c - malloc_usable_size tells what may be used: what was
 * asked for, whatever is kept for the block; it follows realloc.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *use(void *argument)
{
    for (size_t n = 1; n < 100000; n = n * 5 + 3) {
        char *p = malloc(n);

        assert(malloc_usable_size(p) == n);
        memset(p, 1, malloc_usable_size(p));
        p = realloc(p, 3 * n);
        assert(malloc_usable_size(p) == 3 * n);
        memset(p, 2, malloc_usable_size(p));
        p = realloc(p, n / 2 + 1);
        assert(malloc_usable_size(p) == n / 2 + 1);
        assert(p[n / 2] == 2);
        free(p);
    }
    assert(malloc_usable_size(NULL) == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
