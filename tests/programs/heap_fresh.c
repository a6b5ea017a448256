/* heap_fresh.c - memory that malloc gives out for the first time is zero, as it
 * is in a new process, though executions before filled it.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const size_t sizes[] = { 16, 100, 1000, 8000, 50000, 2000000 };
static void *(*volatile allocate)(size_t) = malloc; /* nothing is assumed */

static void *fill(void *argument)
{
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        char *p = allocate(sizes[i]);

        assert(p != NULL && p[0] == 0);
        assert(memcmp(p, p + 1, sizes[i] - 1) == 0);
        memset(p, 0xff, sizes[i]);
        if (argument != NULL && sizes[i] < 100000)
            free(p); /* and it waits, so that nobody gets it */
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, fill, &a);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
