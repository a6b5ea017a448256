/* cache.c - a cache with reference counts, and a test of it that fails now and
 * then: docs/guide.md follows it from there to the fix. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    int users;
    char name[16];
};

static struct entry *slot;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct entry *cache_get(const char *name)
{
    struct entry *e;

    pthread_mutex_lock(&lock);
    if (slot == NULL) {
        slot = calloc(1, sizeof(*slot));
        strcpy(slot->name, name);
    }
    e = slot;
    pthread_mutex_unlock(&lock);
    e->users++;
    return e;
}

static void cache_put(struct entry *e)
{
    pthread_mutex_lock(&lock);
    if (--e->users == 0) {
        slot = NULL;
        free(e);
    }
    pthread_mutex_unlock(&lock);
}

static void *user(void *arg)
{
    struct entry *e = cache_get("config");

    assert(strcmp(e->name, "config") == 0);
    cache_put(e);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, user, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
