/* deadlock_ab_ba.c - two transfers in opposite directions take the locks of
 * two accounts in opposite orders.
 * EXPECT: deadlock at 21
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account a = { PTHREAD_MUTEX_INITIALIZER, 100 };
static struct account b = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void transfer(struct account *from, struct account *to, int amount)
{
    pthread_mutex_lock(&from->lock);
    pthread_mutex_lock(&to->lock); /* here */
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&to->lock);
    pthread_mutex_unlock(&from->lock);
}

static void *there(void *arg)
{
    transfer(&a, &b, 10);
    return arg;
}

static void *back(void *arg)
{
    transfer(&b, &a, 20);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, there, NULL);
    pthread_create(&t[1], NULL, back, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(a.balance == 110 && b.balance == 90);
    return 0;
}
