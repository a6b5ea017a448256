/* plain.c - two writes without anything.
 * EXPECT: seen
 */
#include "race.h"

THREAD(a)
{
    data = 1;
    return NULL;
}

THREAD(b)
{
    data = 2;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
