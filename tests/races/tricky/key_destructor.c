/* key_destructor.c - destructors of thread-specific data run before the thread can
 * be joined; main of the twin does not wait.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

static pthread_key_t key;

static void destroy(void *value)
{
    data += *(int *)value;
}

THREAD(keep)
{
    static int value = 1;

    pthread_setspecific(key, &value);
    return NULL;
}

int main(void)
{
    pthread_t t;

    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, keep, NULL);
    if (TWO(0, 1))
        sink = data;
    pthread_join(t, NULL);
    sink = data;
    return 0;
}
