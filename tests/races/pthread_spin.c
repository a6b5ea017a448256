/* pthread_spin.c - a spin lock; the twin has two.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

static pthread_spinlock_t sp[2];

THREAD(a)
{
    pthread_spin_lock(&sp[0]);
    data++;
    pthread_spin_unlock(&sp[0]);
    return NULL;
}

THREAD(b)
{
    pthread_spin_lock(&sp[TWO(0, 1)]);
    data++;
    pthread_spin_unlock(&sp[TWO(0, 1)]);
    return NULL;
}

int main(void)
{
    pthread_spin_init(&sp[0], 0);
    pthread_spin_init(&sp[1], 0);
    run(a, b);
    return 0;
}
