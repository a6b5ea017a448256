/* heap_fail_malloc_handled.c - every kind of allocation may fail, leaves what
 * it has to leave alone, and says ENOMEM.
 * EXPECT: clean
 * EXECUTIONS: 300
 * OPTIONS: --fail-malloc
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(void *p)
{
    assert(p != NULL || errno == ENOMEM);
    errno = 0;
}

static void *worker(void *argument)
{
    char *p = malloc(20), *q, *text = NULL;
    void *aligned = &q;
    int result;

    check(p);
    if (p != NULL)
        memset(p, 'p', 20);
    q = realloc(p, 2000);
    check(q);
    if (q == NULL)
        q = p; /* still there */
    if (q != NULL && p != NULL)
        assert(q[0] == 'p' && q[19] == 'p');
    free(q);
    q = calloc(3, 50);
    check(q);
    assert(q == NULL || q[149] == 0);
    free(q);
    result = posix_memalign(&aligned, 64, 100);
    assert(result == 0 || (result == ENOMEM && aligned == &q));
    if (result == 0)
        free(aligned);
    p = aligned_alloc(32, 64);
    check(p);
    free(p);
    /* By libc for the program, which must be told in the same way. */
    if (asprintf(&text, "%d", 5) > 0)
        free(text);
    text = strdup("text");
    check(text);
    free(text);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
