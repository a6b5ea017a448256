/* c11_threads_racy.c - threads of C11 without a lock.
 * EXPECT: seen
 */
#include <threads.h>
#include "race.h"

static mtx_t mt;

static int f(void *unused __attribute__((unused)))
{
    data++;
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
