/* rewind_much.c - an execution that changes all of a few megabytes, which makes
 * every way of noticing changes do its most.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define SIZE (6 << 20)

static unsigned char zeroed[SIZE],
    filled[4096 * 100] = { [4095] = 7, [8192] = 9 };

static void *spoil(void *argument)
{
    long half = (long)argument;

    memset(zeroed + half * SIZE / 2, 1 + (int)half, SIZE / 2);
    return NULL;
}

/* By libc, in one step each. */
static void fresh(void)
{
    assert(zeroed[0] == 0 && memcmp(zeroed, zeroed + 1, SIZE - 1) == 0);
    assert(filled[4095] == 7 && filled[8192] == 9 && filled[8193] == 0);
}

int main(void)
{
    pthread_t a, b;

    fresh();
    pthread_create(&a, NULL, spoil, (void *)0);
    pthread_create(&b, NULL, spoil, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    memset(filled, 255, sizeof(filled));
    return 0;
}
