/* tenants.c - the owner frees while a guest is inside.
 *
 * CLASS: use after free
 * FAILS: heap-use-after-free
 * CAUSE: tenants.c:22 `struct room *r = room;` taken, not counted
 * CAUSE: tenants.c:25 `r->guests++;` used without the lock
 * CAUSE: tenants.c:35 `free(old);` freed though taken
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct room {
    int guests;
};
static struct room *room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *guest(void *arg)
{
    pthread_mutex_lock(&lock);
    struct room *r = room;
    pthread_mutex_unlock(&lock);
    if (r != NULL)
        r->guests++;
    return arg;
}

static void *owner(void *arg)
{
    pthread_mutex_lock(&lock);
    struct room *old = room;
    room = NULL;
    pthread_mutex_unlock(&lock);
    free(old);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { guest, owner };
    pthread_t t[2];

    room = calloc(1, sizeof(*room));
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
