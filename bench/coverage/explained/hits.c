/* hits.c - a counter that is atomic, but read and written in two steps.
 *
 * CLASS: lost update
 * FAILS: assertion
 * CAUSE: hits.c:16 `int seen = hits;` read
 * CAUSE: hits.c:17 `hits = seen + 1;` written back
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int hits;

static void *hit(void *arg)
{
    int seen = hits;
    hits = seen + 1;
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { hit, hit };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(hits == 2);
    return 0;
}
