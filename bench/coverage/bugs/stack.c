/* stack.c - a stack of free blocks without locks: whoever takes the first one
 * compares the head, which is the same again after it was taken and given
 * back, but what was second then is in use now.
 *
 * CLASS: ABA
 * FAILS: assertion
 * CAUSE: stack.c:24 `int second = next[first];` read before
 * CAUSE: stack.c:25 `if (atomic_compare_exchange_strong(&head,` the head only
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BLOCKS 4
#define NONE (-1)

static atomic_int head, next[BLOCKS], owners[BLOCKS];

static int take(void)
{
    int first = head;

    while (first != NONE) {
        int second = next[first];
        if (atomic_compare_exchange_strong(&head, &first, second))
            break;
    }
    if (first != NONE)
        assert(atomic_fetch_add(&owners[first], 1) == 0);
    return first;
}

static void give(int block)
{
    int first = head;

    owners[block]--;
    do
        next[block] = first;
    while (!atomic_compare_exchange_strong(&head, &first, block));
}

static void *steady(void *unused)
{
    for (int i = 0; i < 2; i++) {
        int a = take();

        if (a != NONE)
            give(a);
    }
    take();
    take();
    return unused;
}

/* Takes two and gives the first one back: the head is as before. */
static void *busy(void *unused)
{
    int a = take();
    int b = take();

    if (a != NONE)
        give(a);
    if (b != NONE)
        take();
    return unused;
}

int main(void)
{
    pthread_t s, b;

    for (int i = 0; i < BLOCKS; i++)
        next[i] = i + 1 < BLOCKS ? i + 1 : NONE;
    pthread_create(&s, NULL, steady, NULL);
    pthread_create(&b, NULL, busy, NULL);
    pthread_join(s, NULL);
    pthread_join(b, NULL);
    return 0;
}
