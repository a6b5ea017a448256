/* A log that is closed and opened again while others write to it if it is open.
 * After MySQL, bug 791 (statements are missing in the binary log); old is the
 * fixed version, where the rotation is one critical section. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock_log = PTHREAD_MUTEX_INITIALIZER;
static int is_open = 1, logged, rotations;

static void log_close(void)
{
    is_open = 0;
}

static void log_open(void)
{
    is_open = 1;
    rotations++;
}

static void new_file(void)
{
    pthread_mutex_lock(&lock_log);
    log_close();
    pthread_mutex_unlock(&lock_log);
    pthread_mutex_lock(&lock_log);
    log_open();
    pthread_mutex_unlock(&lock_log);
}

static void *flush_logs(void *unused)
{
    new_file();
    return unused;
}

static void *insert(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock_log);
        if (is_open)
            logged++;
        pthread_mutex_unlock(&lock_log);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, insert, NULL);
    pthread_create(&b, NULL, flush_logs, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(logged == 2);
    return 0;
}
