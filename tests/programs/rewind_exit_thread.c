/* rewind_exit_thread.c - the process ends by whichever thread calls exit, by
 * main's pthread_exit, or by its return: with the others wherever they are.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int first, ended;

static void *run(void *argument)
{
    int number = (int)(long)argument;

    pthread_mutex_lock(&lock);
    if (first == 0)
        first = number;
    pthread_mutex_unlock(&lock);
    if (first == number && number == 1)
        exit(0);
    if (first == number && number == 2)
        _exit(0);
    ended++;
    return NULL;
}

int main(void)
{
    pthread_t t;

    assert(first == 0 && ended == 0);
    for (long i = 1; i <= 4; i++)
        pthread_create(&t, NULL, run, (void *)i);
    pthread_detach(t);
    if (first % 2 == 0)
        pthread_exit(NULL);
    return 0;
}
