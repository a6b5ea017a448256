/* memory_cas_weak.c - a weak compare-exchange may fail although nobody was in
 * its way: without a loop around it an item gets lost.
 * clang has one hook for both strengths, so there it cannot be told to fail.
 * EXPECT: assertion at 47
 * EXECUTIONS: 200
 * COMPILERS: gcc
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct item {
    struct item *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct item *) top;

static void *push(void *argument)
{
    struct item *item = argument;

    pthread_mutex_lock(&lock);
    item->next = atomic_load(&top);
    atomic_compare_exchange_weak(&top, &item->next, item);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    struct item items[2];
    struct item *at;
    pthread_t a, b;
    int n = 0;

    pthread_create(&a, NULL, push, &items[0]);
    pthread_create(&b, NULL, push, &items[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    at = atomic_load(&top);
    while (at != NULL) {
        n++;
        at = at->next;
    }
    assert(n == 2);
    return 0;
}
