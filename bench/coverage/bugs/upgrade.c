/* upgrade.c - a table that is searched with the read lock; who does not find a
 * name lets go, takes the write lock and adds it, without searching again.
 * There is room for all doubles but one.
 *
 * CLASS: atomicity, released between check and act
 * FAILS: assertion
 * CAUSE: upgrade.c:29 `if (found)` others may have been in meanwhile
 * CAUSE: upgrade.c:33 `names[n++] = name;` adds without searching again
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define NAMES 6
#define ROOM (NAMES + 5)

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int names[ROOM];
static int n;

static void intern(int name)
{
    bool found = false;

    pthread_rwlock_rdlock(&lock);
    for (int i = 0; i < n && !found; i++)
        found = names[i] == name;
    pthread_rwlock_unlock(&lock);
    if (found)
        return;
    pthread_rwlock_wrlock(&lock);
    assert(n < ROOM);
    names[n++] = name;
    pthread_rwlock_unlock(&lock);
}

static void *parser(void *unused)
{
    for (int i = 0; i < NAMES; i++)
        intern(i);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, parser, NULL);
    pthread_create(&b, NULL, parser, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
