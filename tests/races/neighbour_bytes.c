/* neighbour_bytes.c - two bytes side by side; the twin has one.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

struct {
    char a, b;
} z;

THREAD(a)
{
    z.a++;
    return NULL;
}

THREAD(b)
{
    z.TWO(b, a)++;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
