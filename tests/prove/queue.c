/* queue.c - a queue with one producer and two consumers, the example of
 * docs/prove.md: queue ITEMS. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define SIZE 4
static atomic_uint head, tail;
static atomic_int slots[SIZE];
static int items = 3;
static atomic_int sum;

static int put(int value)
{
    unsigned t = atomic_load(&tail);
    if (t - atomic_load(&head) == SIZE)
        return 0;
    atomic_store(&slots[t % SIZE], value);
    atomic_store(&tail, t + 1);
    return 1;
}
static int take(void)
{
    unsigned h = atomic_load(&head);
    int value;
    do {
        if (h == atomic_load(&tail))
            return 0;
        value = atomic_load(&slots[h % SIZE]);
    } while (!atomic_compare_exchange_strong(&head, &h, h + 1));
    return value;
}
static void *producer(void *arg)
{
    for (int i = 1; i <= items; i++)
        while (!put(i))
            ;
    return arg;
}
static void *consumer(void *arg)
{
    for (int i = 0; i < items; i++)
        atomic_fetch_add(&sum, take());
    return arg;
}
int main(int argc, char **argv)
{
    pthread_t t[3];

    if (argc > 1)
        items = atoi(argv[1]);
    pthread_create(&t[0], NULL, producer, NULL);
    for (int i = 1; i < 3; i++)
        pthread_create(&t[i], NULL, consumer, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(sum <= items * (items + 1) / 2);
    return 0;
}
