/* condition_turns.c - who has the turn uses the buffer without the lock; in the
 * twin one thread does not wait for its turn.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static int turn, buffer;

static void play(int me, int not)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        while (turn == not)
            pthread_cond_wait(&turned, &m);
        pthread_mutex_unlock(&m);
        buffer += me;
        pthread_mutex_lock(&m);
        turn = !me;
        pthread_cond_broadcast(&turned);
        pthread_mutex_unlock(&m);
    }
}

THREAD(a)
{
    play(0, 1);
    return NULL;
}

THREAD(b)
{
    play(1, TWO(0, 2));
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
