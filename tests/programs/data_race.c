/* data_race.c - a counter that two threads update, one of them without the
 * lock.  With --races=fail the first moment at which both stand at their
 * accesses is the finding.
 * EXPECT: data-race
 * OPTIONS: --races=fail
 * EXECUTIONS: 200
 */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void *locked(void *unused)
{
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *unlocked(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, locked, NULL);
    pthread_create(&b, NULL, unlocked, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
