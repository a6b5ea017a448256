/* once_race.c - two threads race for the initialiser: it runs once, and nobody
 * returns before it is done.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, complete;

static void initialise(void)
{
    runs++;
    complete = 1;
}

static void *use(void *argument)
{
    assert(pthread_once(&once, initialise) == 0);
    assert(complete == 1 && runs == 1);
    assert(pthread_once(&once, initialise) == 0);
    assert(runs == 1);
    return argument;
}

int main(void)
{
    pthread_t threads[3];

    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, use, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
