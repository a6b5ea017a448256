/* detached.c - detached threads count themselves out; the twin counts
 * relaxed.
 * EXPECT: none
 * TWIN: memory-order
 */
#include "../race.h"

#define N 3
int parts[N];
atomic_int left = N;

static void *work(void *at)
{
    *(int *)at = 1;
    atomic_fetch_sub_explicit(&left, 1, TWO(RELEASE, RELAXED));
    return NULL;
}

int main(void)
{
    pthread_t t;

    for (int i = 0; i < N; i++) {
        pthread_create(&t, NULL, work, &parts[i]);
        pthread_detach(t);
    }
    SPIN_UNTIL(atomic_load_explicit(&left, ACQUIRE) == 0);
    for (int i = 0; i < N; i++)
        sink += parts[i];
    return 0;
}
