/* thread_exit_main.c - when main calls pthread_exit the other threads go on,
 * and the process exits with 0 after the last of them.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t main_thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done, cleaned;

static void all_done(void)
{
    assert(done == 3);
}

static void clean(void *argument)
{
    cleaned = *(int *)argument;
}

static void *work(void *first)
{
    if (first != NULL) {
        pthread_t after;
        void *result;

        assert(pthread_join(main_thread, &result) == 0);
        assert(result == (void *)7 && cleaned == 5);
        assert(pthread_create(&after, NULL, work, NULL) == 0);
        assert(pthread_join(after, &result) == 0 && result == (void *)3);
    }
    pthread_mutex_lock(&lock);
    done++;
    pthread_mutex_unlock(&lock);
    return (void *)3;
}

int main(void)
{
    pthread_t a, b;
    int five = 5;

    atexit(all_done);
    main_thread = pthread_self();
    pthread_create(&a, NULL, work, &five);
    pthread_create(&b, NULL, work, NULL);
    pthread_cleanup_push(clean, &five);
    pthread_exit((void *)7);
    pthread_cleanup_pop(0);
    return 1;
}
