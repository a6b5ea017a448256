/* deadlock_three_locks.c - three stages hand over in a ring, each holding its
 * own lock while it takes the next one's.
 * EXPECT: deadlock at 24
 * EXECUTIONS: 500
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define STAGES 3

static struct stage {
    pthread_mutex_t lock;
    int items;
} stages[STAGES];

static void *work(void *arg)
{
    struct stage *own = arg;
    struct stage *next = &stages[(own - stages + 1) % STAGES];

    pthread_mutex_lock(&own->lock);
    own->items--;
    pthread_mutex_lock(&next->lock); /* here */
    next->items++;
    pthread_mutex_unlock(&next->lock);
    pthread_mutex_unlock(&own->lock);
    return NULL;
}

int main(void)
{
    pthread_t t[STAGES];

    for (int i = 0; i < STAGES; i++) {
        pthread_mutex_init(&stages[i].lock, NULL);
        stages[i].items = 1;
    }
    for (int i = 0; i < STAGES; i++)
        pthread_create(&t[i], NULL, work, &stages[i]);
    for (int i = 0; i < STAGES; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < STAGES; i++)
        assert(stages[i].items == 1);
    return 0;
}
