/* c11_producer_consumer.c - a bounded buffer on C11 mutexes and conditions.
 * EXPECT: clean
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <threads.h>

#define ITEMS 6
#define SLOTS 2

static mtx_t lock;
static cnd_t not_full, not_empty;
static int buffer[SLOTS], head, count;

static int produce(void *argument)
{
    for (int i = 1; i <= ITEMS; i++) {
        assert(mtx_lock(&lock) == thrd_success);
        while (count == SLOTS)
            assert(cnd_wait(&not_full, &lock) == thrd_success);
        buffer[(head + count++) % SLOTS] = i;
        assert(cnd_signal(&not_empty) == thrd_success);
        assert(mtx_unlock(&lock) == thrd_success);
    }
    return argument == NULL ? ITEMS : -1;
}

static int consume(void *argument)
{
    int sum = 0;

    (void)argument;
    for (int i = 1; i <= ITEMS; i++) {
        assert(mtx_lock(&lock) == thrd_success);
        while (count == 0)
            assert(cnd_wait(&not_empty, &lock) == thrd_success);
        assert(buffer[head] == i);
        sum += buffer[head];
        head = (head + 1) % SLOTS;
        count--;
        assert(cnd_broadcast(&not_full) == thrd_success);
        assert(mtx_unlock(&lock) == thrd_success);
    }
    return sum;
}

int main(void)
{
    thrd_t producer, consumer;
    int made, sum;

    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(cnd_init(&not_full) == thrd_success);
    assert(cnd_init(&not_empty) == thrd_success);
    assert(thrd_create(&producer, produce, NULL) == thrd_success);
    assert(thrd_create(&consumer, consume, NULL) == thrd_success);
    assert(!thrd_equal(producer, consumer));
    assert(thrd_join(producer, &made) == thrd_success && made == ITEMS);
    assert(thrd_join(consumer, &sum) == thrd_success && sum == 21);
    cnd_destroy(&not_full);
    cnd_destroy(&not_empty);
    mtx_destroy(&lock);
    return 0;
}
