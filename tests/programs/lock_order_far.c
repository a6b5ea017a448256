/* lock_order_far.c - two locks in both orders, and one of the two threads is
 * late: a random walk hardly ever deadlocks, a directed one does at once.
 * EXPECT: deadlock at 21
 * EXECUTIONS: 40
 * OPTIONS: --strategy deadlock-directed
 */
#include <pthread.h>
#include <stddef.h>

#define LATE 300

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static volatile int steps;

static void *late(void *arg)
{
    for (int i = 0; i < LATE; i++)
        steps++;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); /* here */
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *early(void *arg)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    steps++;
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, late, NULL);
    pthread_create(&t[1], NULL, early, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
