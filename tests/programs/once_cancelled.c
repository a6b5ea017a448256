/* once_cancelled.c - an initialiser that was cancelled has not run; the next
 * caller runs it.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int begun, complete;

static void initialise(void)
{
    begun++;
    pthread_testcancel();
    complete++;
}

static void *use(void *argument)
{
    assert(pthread_once(&once, initialise) == 0);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, use, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(complete == 1);
    assert(begun == 1 || begun == 2);
    assert(pthread_once(&once, initialise) == 0);
    assert(complete == 1);
    return 0;
}
