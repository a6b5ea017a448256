/* io_warn_null.c - warn() and err() without a format print errno, as BSD has it.
 * EXPECT: clean
 * EXECUTIONS: 5
 */
#include <err.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *warns(void *unused)
{
    pthread_mutex_lock(&m);
    errno = ENOENT;
    warn(NULL);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, NULL, warns, NULL);
    warns(NULL);
    pthread_join(t, NULL);
    err(0, NULL);
}
