/* deadlock_ordered.c - the same transfers, with the locks taken in one order:
 * nothing to find.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = { { PTHREAD_MUTEX_INITIALIZER, 100 },
                                      { PTHREAD_MUTEX_INITIALIZER, 100 } };

static void transfer(int from, int to, int amount)
{
    int first = from < to ? from : to;

    pthread_mutex_lock(&accounts[first].lock);
    pthread_mutex_lock(&accounts[1 - first].lock);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    pthread_mutex_unlock(&accounts[1 - first].lock);
    pthread_mutex_unlock(&accounts[first].lock);
}

static void *there(void *arg)
{
    transfer(0, 1, 10);
    return arg;
}

static void *back(void *arg)
{
    transfer(1, 0, 20);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, there, NULL);
    pthread_create(&t[1], NULL, back, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(accounts[0].balance == 110 && accounts[1].balance == 90);
    return 0;
}
