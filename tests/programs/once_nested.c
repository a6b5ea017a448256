/* once_nested.c - two initialisers that need each other.
 * EXPECT: deadlock
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stddef.h>

static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int use_first, use_second;

static void nothing(void)
{
}

static void make_first(void)
{
    if (use_second)
        pthread_once(&second, nothing);
}

static void make_second(void)
{
    if (use_first)
        pthread_once(&first, nothing);
}

static void *start_first(void *argument)
{
    use_first = 1;
    pthread_once(&first, make_first);
    return argument;
}

static void *start_second(void *argument)
{
    use_second = 1;
    pthread_once(&second, make_second);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, start_first, NULL);
    pthread_create(&b, NULL, start_second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
