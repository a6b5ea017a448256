/* refcount.c - the last reference goes while another thread has found the
 * object in the table but has not yet counted itself.
 *
 * CLASS: use after free, reference counted too late
 * FAILS: heap-use-after-free
 * CAUSE: refcount.c:40 `struct object *o = find();` found, lock released
 * CAUSE: refcount.c:43 `o->references++;` counted too late
 * CAUSE: refcount.c:34 `free(o);` freed in between
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define USERS 2
#define USES 2

struct object {
    atomic_int references, uses;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct object *table;

static struct object *find(void)
{
    pthread_mutex_lock(&lock);
    struct object *o = table;
    pthread_mutex_unlock(&lock);
    return o;
}

static void drop(struct object *o)
{
    if (atomic_fetch_sub(&o->references, 1) == 1)
        free(o);
}

static void *user(void *unused)
{
    for (int i = 0; i < USES; i++) {
        struct object *o = find();
        if (o == NULL)
            break;
        o->references++;
        o->uses++;
        drop(o);
    }
    return unused;
}

static void *remover(void *unused)
{
    pthread_mutex_lock(&lock);
    struct object *o = table;
    table = NULL;
    pthread_mutex_unlock(&lock);
    drop(o);
    return unused;
}

int main(void)
{
    pthread_t t[USERS + 1];

    table = calloc(1, sizeof(*table));
    table->references = 1;
    for (int i = 0; i <= USERS; i++)
        pthread_create(&t[i], NULL, i < USERS ? user : remover, NULL);
    for (int i = 0; i <= USERS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
