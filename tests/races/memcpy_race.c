/* memcpy_race.c - a copy and a write into its middle; that of the twin is
 * behind it. EXPECT: seen TWIN: none
 */
#include <string.h>
#include "race.h"

char buffer[65], source[64];

THREAD(a)
{
    memcpy(buffer, source, 64);
    return NULL;
}

THREAD(b)
{
    buffer[TWO(40, 64)] = 1;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
