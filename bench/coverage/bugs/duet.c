/* duet.c - one plays, with a glitch in every bar; the other samples once in
 * every bar, and takes four glitches for a tone.
 *
 * CLASS: four preemptions
 * FAILS: assertion
 * CAUSE: duet.c:24 `tone[i] = 1;` the glitch begins
 * CAUSE: duet.c:25 `tone[i] = 0;` and ends
 * CAUSE: duet.c:37 `heard += tone[i];` sampled in between, four times
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define BARS 4
#define REST 1

static atomic_int tone[BARS], beats;

static void *player(void *unused)
{
    for (int i = 0; i < BARS; i++) {
        for (int j = 0; j < REST; j++)
            beats++;
        tone[i] = 1;
        tone[i] = 0;
    }
    return unused;
}

static void *listener(void *unused)
{
    int heard = 0;

    for (int i = 0; i < BARS; i++) {
        for (int j = 0; j < REST; j++)
            beats++;
        heard += tone[i];
    }
    assert(heard < BARS);
    return unused;
}

int main(void)
{
    pthread_t p, l;

    pthread_create(&p, NULL, player, NULL);
    pthread_create(&l, NULL, listener, NULL);
    pthread_join(p, NULL);
    pthread_join(l, NULL);
    return 0;
}
