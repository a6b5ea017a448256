/* rewind_random.c - the generators of the C library begin with their fixed
 * seeds, the others with the execution's stream.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/random.h>

static char state[64];
static volatile unsigned long drawn; /* written values enter the event hash */

static void *draw(void *argument)
{
    unsigned long r;

    rand();
    random();
    assert(getrandom(&r, sizeof(r), 0) == sizeof(r));
    drawn = r;
    drawn = arc4random();
    return argument;
}

int main(void)
{
    pthread_t a, b;
    unsigned long r;

    /* The values are glibc's: one generator for rand and random. */
    assert(rand() == 1804289383 && random() == 846930886);
    assert(lrand48() == 0 && lrand48() == 2116118);
    assert(getrandom(&r, sizeof(r), 0) == sizeof(r));
    drawn = r;
    drawn = arc4random_uniform(1000000);
    pthread_create(&a, NULL, draw, NULL);
    pthread_create(&b, NULL, draw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    srand(5);
    srand48(5);
    initstate(7, state, sizeof(state));
    random();
    return 0;
}
