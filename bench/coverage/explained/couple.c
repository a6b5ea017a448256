/* couple.c - two values that belong together are changed one by one.
 *
 * CLASS: not atomic
 * FAILS: assertion
 * CAUSE: couple.c:23 `set(&width, 2);` one
 * CAUSE: couple.c:24 `set(&height, 2);` then the other
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int width, height;

static void set(int *what, int value)
{
    pthread_mutex_lock(&lock);
    *what = value;
    pthread_mutex_unlock(&lock);
}

static void *resize(void *arg)
{
    set(&width, 2);
    set(&height, 2);
    return arg;
}

static void *draw(void *arg)
{
    pthread_mutex_lock(&lock);
    assert(width == height);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { resize, draw };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
