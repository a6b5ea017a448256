/* reload.c - a setting that one thread loads and another uses.  It asserts
 * nothing; docs/thoroughness.md reads its coverage. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int limit = 10, loaded, used;

static void *reload(void *arg)
{
    pthread_mutex_lock(&lock);
    limit = 20;
    loaded = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *serve(void *arg)
{
    pthread_mutex_lock(&lock);
    if (used < limit)
        used++;
    pthread_mutex_unlock(&lock);
    if (loaded) {
        pthread_mutex_lock(&lock);
        used = 0;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, NULL, reload, NULL);
    pthread_create(&u, NULL, serve, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
