/* singleton.c - two threads make the only instance.
 *
 * CLASS: double-checked
 * FAILS: assertion
 * CAUSE: singleton.c:20 `if (instance == NULL) {` tested outside
 * CAUSE: singleton.c:23 `instance = &made;` not tested again inside
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made;

static void *_Atomic instance;

static void *user(void *arg)
{
    if (instance == NULL) {
        pthread_mutex_lock(&lock);
        made++;
        instance = &made;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { user, user };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(made == 1);
    return 0;
}
