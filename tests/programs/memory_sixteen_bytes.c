/* memory_sixteen_bytes.c - 16 bytes are read and written as one: the halves
 * always agree, but an update is lost.
 * EXPECT: assertion at 32
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static unsigned __int128 shared;

static void *add(void *unused)
{
    unsigned __int128 seen = shared;

    if ((unsigned long)seen != (unsigned long)(seen >> 64))
        abort();
    seen += (unsigned __int128)1 << 64 | 1;
    shared = seen;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    if ((unsigned long)shared != (unsigned long)(shared >> 64))
        abort();
    assert((unsigned long)shared == 2);
    return 0;
}
