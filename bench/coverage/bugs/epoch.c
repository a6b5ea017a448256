/* epoch.c - memory is freed some epochs after it was replaced, when all who
 * read have said that they read in a later one; this reader takes the pointer
 * first and says so afterwards.
 *
 * CLASS: use after free, reclaimed under a late reader
 * FAILS: heap-use-after-free
 * CAUSE: epoch.c:39 `struct node *n = head;` taken
 * CAUSE: epoch.c:40 `reading = epoch;` announced too late
 * CAUSE: epoch.c:48 `if (reading == NOBODY || reading == epoch)` passes
 * CAUSE: epoch.c:51 `free(limbo[old]);` freed in between
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define NOBODY (-1)
#define UPDATES 5
#define LIMBO 4

struct node {
    atomic_int value;
};
static struct node *_Atomic head;
static struct node
    *limbo[LIMBO]; /* the writer's, by the epoch of replacement */
static atomic_int epoch, reading = NOBODY;

static struct node *node(int value)
{
    struct node *n = malloc(sizeof(*n));

    n->value = value;
    return n;
}

static void *reader(void *unused)
{
    struct node *n = head;
    reading = epoch;
    assert(n->value > 0);
    reading = NOBODY;
    return unused;
}

static void advance(void)
{
    if (reading == NOBODY || reading == epoch) {
        int old = (++epoch + 1) % LIMBO;

        free(limbo[old]);
        limbo[old] = NULL;
    }
}

static void *writer(void *unused)
{
    for (int i = 0; i < UPDATES; i++) {
        struct node *replaced = atomic_exchange(&head, node(i + 2));

        if (limbo[epoch % LIMBO] == NULL)
            limbo[epoch % LIMBO] = replaced;
        advance();
    }
    return unused;
}

int main(void)
{
    pthread_t r, w;

    head = node(1);
    pthread_create(&r, NULL, reader, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(r, NULL);
    pthread_join(w, NULL);
    return 0;
}
