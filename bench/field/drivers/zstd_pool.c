/* zstd_pool.c - two workers of zstd's pool and a queue of one job: every job
 * runs once. */
#include <assert.h>
#include <pthread.h>

#include "pool.h"

enum { JOBS = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ran[JOBS];

static void job(void *which)
{
    pthread_mutex_lock(&lock);
    ++*(int *)which;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    POOL_ctx *pool = POOL_create(2, 1);
    assert(pool != NULL);
    for (int i = 0; i < JOBS; i++)
        POOL_add(pool, job, &ran[i]);
    POOL_free(pool);
    for (int i = 0; i < JOBS; i++)
        assert(ran[i] == 1);
    return 0;
}
