/* poll_with_deadline.c - while the other thread has work to do, time creeps:
 * polling for it with a generous deadline does not run out of time.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int progress;

static void *worker(void *argument)
{
    for (int i = 0; i < 200; i++)
        progress++;
    return argument;
}

int main(void)
{
    time_t end = time(NULL) + 10;
    pthread_t t;

    pthread_create(&t, NULL, worker, NULL);
    while (progress < 200)
        assert(time(NULL) < end);
    pthread_join(t, NULL);
}
