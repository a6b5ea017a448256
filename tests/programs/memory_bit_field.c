/* memory_bit_field.c - a bit-field is changed by reading and writing the byte
 * that it shares with others.
 * EXPECT: assertion at 31
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned low : 3;
    unsigned count : 4;
    unsigned high : 20;
} shared = { .low = 5, .high = 99 };

static void *add_one(void *unused)
{
    shared.count++;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, add_one, NULL);
    pthread_create(&b, NULL, add_one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(shared.low == 5 && shared.high == 99);
    /* Each neighbour is as it was, but one of two counts may be lost. */
    assert(shared.count == 2);
    return 0;
}
