/* heap_lock_freed.c - an object with its own lock, freed by whoever finds that
 * it is the last; the other may be about to lock it.
 * EXPECT: heap-use-after-free
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int users;
};
static struct account *account;

static void *leave(void *argument)
{
    struct account *a = account;
    int left;

    pthread_mutex_lock(&a->lock);
    left = --a->users;
    pthread_mutex_unlock(&a->lock);
    if (left == 0)
        free(a); /* the other was never counted */
    return argument;
}

int main(void)
{
    pthread_t a, b;

    account = malloc(sizeof(*account));
    pthread_mutex_init(&account->lock, NULL);
    account->users = 1;
    pthread_create(&a, NULL, leave, NULL);
    pthread_create(&b, NULL, leave, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
