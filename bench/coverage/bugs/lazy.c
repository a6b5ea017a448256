/* lazy.c - a table made by the first who needs it, behind double-checked
 * locking; the pointer is there before what it points to is.
 *
 * CLASS: double-checked locking
 * FAILS: assertion
 * CAUSE: lazy.c:32 `instance = t;` shows the table to others
 * CAUSE: lazy.c:33 `t->limit = 10;` completes it afterwards
 * CAUSE: lazy.c:26 `if (instance != NULL)` takes it without the lock
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define USERS 3

struct table {
    atomic_int limit;
};
static struct table *_Atomic instance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int asked;

static struct table *table(void)
{
    if (instance != NULL)
        return instance;
    pthread_mutex_lock(&lock);
    if (instance == NULL) {
        struct table *t = calloc(1, sizeof(*t));

        instance = t;
        t->limit = 10;
    }
    pthread_mutex_unlock(&lock);
    return instance;
}

static void *user(void *before)
{
    for (long i = 0; i < (long)before; i++)
        asked++;
    assert(table()->limit == 10);
    return NULL;
}

int main(void)
{
    pthread_t users[USERS];

    for (long i = 0; i < USERS; i++)
        pthread_create(&users[i], NULL, user, (void *)(i * 10));
    for (int i = 0; i < USERS; i++)
        pthread_join(users[i], NULL);
    free(instance);
    return 0;
}
