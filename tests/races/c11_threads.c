/* c11_threads.c - threads and a lock of C11; the twin does not take it.
 * EXPECT: none
 * TWIN: seen
 */
#include <threads.h>
#include "race.h"

static mtx_t mt;

static int f(void *unused __attribute__((unused)))
{
    TWO(mtx_lock(&mt), 0);
    data++;
    TWO(mtx_unlock(&mt), 0);
    return 0;
}

int main(void)
{
    thrd_t t, u;

    mtx_init(&mt, mtx_plain);
    thrd_create(&t, f, NULL);
    thrd_create(&u, f, NULL);
    thrd_join(t, NULL);
    thrd_join(u, NULL);
    return 0;
}
