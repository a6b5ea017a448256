/* carousel.c - three horses, each handing its rider to the next with its own
 * lock held; they set off at different times, so that they rarely hand over
 * at once.
 *
 * CLASS: deadlock of three locks
 * FAILS: deadlock
 * CAUSE: carousel.c:30 `pthread_mutex_lock(&own->lock);` held meanwhile
 * CAUSE: carousel.c:32 `pthread_mutex_lock(&next->lock);` closes the ring
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define HORSES 3
#define DELAY 12 /* steps between one's start and the next one's */

static struct horse {
    pthread_mutex_t lock;
    int riders;
} horse[HORSES];
static atomic_int music;

static void *turn(void *argument)
{
    struct horse *own = argument;
    struct horse *next = &horse[(own - horse + 1) % HORSES];

    for (long i = 0; i < (own - horse) * DELAY; i++)
        music++;
    pthread_mutex_lock(&own->lock);
    own->riders--;
    pthread_mutex_lock(&next->lock);
    next->riders++;
    pthread_mutex_unlock(&next->lock);
    pthread_mutex_unlock(&own->lock);
    return NULL;
}

int main(void)
{
    pthread_t t[HORSES];

    for (int i = 0; i < HORSES; i++) {
        pthread_mutex_init(&horse[i].lock, NULL);
        horse[i].riders = 1;
    }
    for (int i = 0; i < HORSES; i++)
        pthread_create(&t[i], NULL, turn, &horse[i]);
    for (int i = 0; i < HORSES; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < HORSES; i++)
        assert(horse[i].riders == 1);
    return 0;
}
