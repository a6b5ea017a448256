/* trio.c - a page is replaced by one thread and freed by another, once nobody
 * reads; a third has taken the pointer but not yet said that it reads.
 *
 * CLASS: three-thread race
 * FAILS: heap-use-after-free
 * CAUSE: trio.c:32 `struct page *p = current;` taken, not announced
 * CAUSE: trio.c:33 `readers++;` announced too late
 * CAUSE: trio.c:43 `old = atomic_exchange(&current, fresh);` replaced
 * CAUSE: trio.c:50 `if (retired != NULL && readers == 0) {` found unused
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct page {
    atomic_int words;
};
static struct page *_Atomic current, *_Atomic retired;
static atomic_int readers;

static struct page *page(int words)
{
    struct page *p = malloc(sizeof(*p));

    p->words = words;
    return p;
}

static void *reader(void *unused)
{
    struct page *p = current;
    readers++;
    assert(p->words > 0);
    readers--;
    return unused;
}

static void *editor(void *unused)
{
    struct page *fresh = page(2), *old;

    old = atomic_exchange(&current, fresh);
    retired = old;
    return unused;
}

static void *sweeper(void *unused)
{
    if (retired != NULL && readers == 0) {
        free(retired);
        retired = NULL;
    }
    return unused;
}

int main(void)
{
    void *(*const roles[])(void *) = { reader, editor, sweeper };
    pthread_t t[3];

    current = page(1);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, roles[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    free(retired);
    free(current);
    return 0;
}
