/* roots.c - a collector frees what no thread has.  Threads of the runtime are
 * in a list, those of others are looked for among all; a new thread says that
 * it is the runtime's shortly before it is in the list, and in between nobody
 * asks what it has.
 *
 * After D's druntime (dmd, pull request 20820: a thread was known as attached
 * before it was in the list of threads).
 *
 * CLASS: order, one of eighteen threads late
 * FAILS: heap-use-after-free
 * CAUSE: roots.c:59 `m->attached = true;` is the runtime's
 * CAUSE: roots.c:62 `list = m;` is listed later
 * CAUSE: roots.c:108 `if (!all[i].attached)` leaves it to the list
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#define MUTATORS 18
#define STEPS 5
#define COLLECTIONS 3

struct object {
    struct object *next; /* of the heap */
    int value;
    bool marked;
};
static struct mutator {
    struct mutator *next; /* of the list */
    struct object *root;
    atomic_bool attached;
} all[MUTATORS], *list;
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    pthread_mutex_t lock;
    struct object *first;
    int live, freed;
} heap = { .lock = PTHREAD_MUTEX_INITIALIZER };
/* Those who run have it for reading, who stops them for writing. */
static pthread_rwlock_t world = PTHREAD_RWLOCK_INITIALIZER;

static struct object *allocate(int value)
{
    struct object *o = calloc(1, sizeof(*o));

    o->value = value;
    pthread_mutex_lock(&heap.lock);
    o->next = heap.first;
    heap.first = o;
    heap.live++;
    pthread_mutex_unlock(&heap.lock);
    return o;
}

static void attach(struct mutator *m)
{
    m->attached = true;
    pthread_mutex_lock(&list_lock);
    m->next = list;
    list = m;
    pthread_mutex_unlock(&list_lock);
}

static void detach(struct mutator *m)
{
    struct mutator **p = &list;

    pthread_mutex_lock(&list_lock);
    while (*p != m)
        p = &(*p)->next;
    *p = m->next;
    m->root = NULL;
    pthread_mutex_unlock(&list_lock);
}

static void mark(struct object *o)
{
    if (o != NULL)
        o->marked = true;
}

static void sweep(void)
{
    struct object **p = &heap.first;

    while (*p != NULL) {
        struct object *o = *p;

        if (o->marked) {
            o->marked = false;
            p = &o->next;
            continue;
        }
        *p = o->next;
        free(o);
        heap.live--;
        heap.freed++;
    }
}

static void collect(void)
{
    pthread_rwlock_wrlock(&world);
    pthread_mutex_lock(&list_lock);
    for (int i = 0; i < MUTATORS; i++) {
        if (!all[i].attached)
            mark(all[i].root);
    }
    for (struct mutator *m = list; m != NULL; m = m->next)
        mark(m->root);
    sweep();
    pthread_mutex_unlock(&list_lock);
    pthread_rwlock_unlock(&world);
}

static void *mutator(void *argument)
{
    struct mutator *m = argument;

    attach(m);
    for (int i = 0; i < STEPS; i++) {
        pthread_rwlock_rdlock(&world);
        m->root = allocate(m->root->value + 1);
        pthread_rwlock_unlock(&world);
    }
    pthread_rwlock_rdlock(&world);
    assert(m->root->value == STEPS);
    detach(m);
    pthread_rwlock_unlock(&world);
    return NULL;
}

static void *collector(void *unused)
{
    for (int i = 0; i < COLLECTIONS; i++)
        collect();
    return unused;
}

int main(void)
{
    pthread_t c, t[MUTATORS];

    for (int i = 0; i < MUTATORS; i++)
        all[i].root = allocate(0);
    for (int i = 0; i < MUTATORS; i++)
        pthread_create(&t[i], NULL, mutator, &all[i]);
    pthread_create(&c, NULL, collector, NULL);
    for (int i = 0; i < MUTATORS; i++)
        pthread_join(t[i], NULL);
    pthread_join(c, NULL);
    collect();
    assert(heap.live == 0 && heap.freed == MUTATORS * (STEPS + 1));
    return 0;
}
