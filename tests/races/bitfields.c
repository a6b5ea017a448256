/* bitfields.c - two bit fields of one unit; the twin has a unit for each.
 * EXPECT: seen
 * TWIN: none
 */
#include "race.h"

struct {
    unsigned a : 3;
    TWO(, unsigned : 0;)
    unsigned b : 5;
} z;

THREAD(a)
{
    z.a = 1;
    return NULL;
}

THREAD(b)
{
    z.b = 1;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
