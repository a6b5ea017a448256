/* memory_memset.c - a buffer of fixed size is cleared while another thread
 * compares it: without a lock it finds the buffer neither full nor empty twice
 * in a row.
 * EXPECT: assertion at 38
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#define SIZE 512

static char buffer[SIZE], full[SIZE];

static void *clear(void *unused)
{
    memset(buffer, 0, sizeof(buffer));
    return unused;
}

static int is_full(void)
{
    return memcmp(buffer, full, sizeof(buffer)) == 0;
}

int main(void)
{
    pthread_t t;

    memset(full, 'x', sizeof(full));
    memmove(buffer, full, sizeof(buffer));
    pthread_create(&t, NULL, clear, NULL);
    {
        int once = is_full(), again;

        __asm__ volatile("" ::: "memory"); /* do ask twice */
        again = is_full();
        assert(once == again);
    }
    pthread_join(t, NULL);
    assert(!is_full());
    return 0;
}
