/* once.c - initialised once; each thread of the twin has a control of its own.
 * EXPECT: none
 * TWIN: seen
 */
#include "race.h"

static pthread_once_t once[2] = { PTHREAD_ONCE_INIT, PTHREAD_ONCE_INIT };

static void init(void)
{
    data = 42;
}

THREAD(a)
{
    pthread_once(&once[0], init);
    sink = data;
    return NULL;
}

THREAD(b)
{
    pthread_once(&once[TWO(0, 1)], init);
    sink2 = data;
    return NULL;
}

int main(void)
{
    run(a, b);
    return 0;
}
