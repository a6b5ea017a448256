/* c11_condition.c - a condition of C11; in the twin main does not wait.
 * EXPECT: none
 * TWIN: seen
 */
#include <threads.h>
#include "race.h"

static mtx_t mt;
static cnd_t cn;

static int f(void *unused __attribute__((unused)))
{
    data = 1;
    mtx_lock(&mt);
    data2 = 1;
    cnd_signal(&cn);
    mtx_unlock(&mt);
    return 0;
}

int main(void)
{
    thrd_t t;

    mtx_init(&mt, mtx_plain);
    cnd_init(&cn);
    thrd_create(&t, f, NULL);
    mtx_lock(&mt);
    while (TWO(!data2, 0))
        cnd_wait(&cn, &mt);
    mtx_unlock(&mt);
    sink = data;
    thrd_join(t, NULL);
    return 0;
}
