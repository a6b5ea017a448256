/* heap_clean.c - right programs notice nothing: every byte that was asked for
 * can be used, at every size and alignment; what one thread freed another may
 * get, with nobody the wiser; nothing is lost to blocks that wait.
 * EXPECT: clean
 * EXECUTIONS: 30
 */
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *sizes(void *argument)
{
    for (size_t n = 1; n < 200000; n = n * 3 / 2 + 1) {
        char *p = malloc(n), *q = aligned_alloc(64, n), *r = calloc(n, 1);

        memset(p, 1, n);
        memset(q, 2, n);
        p[n - 1] = q[n - 1] = r[n - 1] = 3;
        assert(malloc_usable_size(p) >= n && malloc_usable_size(q) >= n);
        memset(p, 4, malloc_usable_size(p));
        memset(q, 5, malloc_usable_size(q));
        memcpy(p, r, n);
        free(p), free(q), free(r);
    }
    return argument;
}

static char *handed_over;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *exchange(void *argument)
{
    for (int i = 0; i < 40; i++) {
        char *own = malloc(100 + (size_t)i * 7), *other;

        own[0] = own[99] = (char)i;
        pthread_mutex_lock(&lock);
        other = handed_over;
        handed_over = own;
        pthread_mutex_unlock(&lock);
        if (other != NULL)
            assert(other[0] == other[99]);
        free(other);
    }
    return argument;
}

/* Far more than may wait. */
static void *churn(void *argument)
{
    for (int i = 0; i < 200; i++) {
        char *p = malloc(30000);

        p[0] = p[29999] = 1;
        free(p);
    }
    return argument;
}

int main(void)
{
    pthread_t t[4];

    pthread_create(&t[0], NULL, sizes, NULL);
    pthread_create(&t[1], NULL, exchange, NULL);
    pthread_create(&t[2], NULL, exchange, NULL);
    pthread_create(&t[3], NULL, churn, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    free(handed_over);
}
