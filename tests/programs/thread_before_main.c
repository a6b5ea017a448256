/* thread_before_main.c - a constructor's thread is under control like others.
 * EXPECT: clean
 * EXECUTIONS: 30
 * OPTIONS: --isolation exec
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t early;
static int count;

static void *work(void *argument)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        count++;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

__attribute__((constructor)) static void before_main(void)
{
    assert(pthread_create(&early, NULL, work, &lock) == 0);
}

int main(void)
{
    pthread_t late;
    void *result;

    assert(pthread_create(&late, NULL, work, NULL) == 0);
    assert(pthread_join(early, &result) == 0 && result == &lock);
    assert(pthread_join(late, &result) == 0 && result == NULL);
    assert(count == 6);
    return 0;
}
