/* atomic_and_plain.c - one side is atomic, the other one plain; in the twin
 * both are atomic. EXPECT: seen TWIN: none
 */
#include "race.h"

int z;

THREAD(a)
{
    __atomic_store_n(&z, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

THREAD(b)
{
    TWO(z = 2, __atomic_store_n(&z, 2, __ATOMIC_SEQ_CST));
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
