/* memory_volatile.c - volatile makes no update atomic.
 * EXPECT: assertion at 28
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>

static volatile int counter;
static volatile struct {
    char unused;
    short odd;
} __attribute__((packed)) shared;

static void *add(void *unused)
{
    counter++;
    shared.odd++;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    assert(counter == 2 && shared.odd == 2);
    return 0;
}
