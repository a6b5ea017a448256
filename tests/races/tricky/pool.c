/* pool.c - memory that threads take from a pool and give back; the twin
 * writes to it once more when it has given it back.
 * EXPECT: none
 * TWIN: seen
 */
#include "../race.h"

struct item {
    struct item *next;
    int used;
} items[2], *pool;

static struct item *take(void)
{
    pthread_mutex_lock(&m);
    struct item *i = pool;
    if (i != NULL)
        pool = i->next;
    pthread_mutex_unlock(&m);
    return i;
}

static void give(struct item *i)
{
    pthread_mutex_lock(&m);
    i->next = pool;
    pool = i;
    pthread_mutex_unlock(&m);
}

THREAD(use)
{
    for (int n = 0; n < 2; n++) {
        struct item *i = take();

        if (i == NULL)
            continue;
        i->used++;
        give(i);
        if (TWO(0, 1))
            i->used++;
    }
    return NULL;
}

int main(void)
{
    give(&items[0]);
    give(&items[1]);
    run(use, use);
    return 0;
}
