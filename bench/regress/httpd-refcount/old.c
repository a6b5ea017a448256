/* A cached object that the last of its users frees.  After Apache httpd, bug
 * 21287 (mod_mem_cache frees an object twice); old is the fixed version, where
 * one atomic operation decrements and tests. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int refcount = 2, freed;

static void decrement_refcount(void)
{
    if (atomic_fetch_sub(&refcount, 1) == 1)
        atomic_fetch_add(&freed, 1);
}

static void *request(void *unused)
{
    decrement_refcount();
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, request, NULL);
    pthread_create(&b, NULL, request, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(freed == 1);
    return 0;
}
