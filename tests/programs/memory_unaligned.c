/* memory_unaligned.c - accesses that are not aligned are seen: an update of a
 * packed field is lost.
 * EXPECT: assertion at 31
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>

struct __attribute__((packed)) record {
    char tag;
    int number;
    long total;
};

static struct record shared = { .tag = 'r' };

static void *add(void *unused)
{
    shared.number += 2;
    shared.total += shared.number;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    assert(shared.number == 4);
    return 0;
}
