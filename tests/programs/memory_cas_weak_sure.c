/* memory_cas_weak_sure.c - with --no-spurious a weak compare-exchange fails
 * for a reason only, and under the lock there is none (see memory_cas_weak.c).
 * EXPECT: clean
 * EXECUTIONS: 200
 * OPTIONS: --no-spurious
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
