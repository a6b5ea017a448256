/* transfer.c - transfers lock the lower account first; the yearly fee goes to
 * the bank's own account, which is the lowest, with the payer's lock held.
 *
 * CLASS: deadlock of two locks
 * FAILS: deadlock
 * CAUSE: transfer.c:37 `pthread_mutex_lock(&account[BANK].lock);` taken last
 * CAUSE: transfer.c:25 `pthread_mutex_lock(&account[high].lock);` before
 */
#include <assert.h>
#include <pthread.h>

#define BANK 0
#define ACCOUNTS 4

static struct account {
    pthread_mutex_t lock;
    int balance;
} account[ACCOUNTS];

static void transfer(int from, int to, int sum)
{
    int low = from < to ? from : to, high = from + to - low;

    pthread_mutex_lock(&account[low].lock);
    pthread_mutex_lock(&account[high].lock);
    account[from].balance -= sum;
    account[to].balance += sum;
    pthread_mutex_unlock(&account[high].lock);
    pthread_mutex_unlock(&account[low].lock);
}

static void fee(int payer)
{
    pthread_mutex_lock(&account[payer].lock);
    if (account[payer].balance >= 10) {
        account[payer].balance -= 10;
        pthread_mutex_lock(&account[BANK].lock);
        account[BANK].balance += 10;
        pthread_mutex_unlock(&account[BANK].lock);
    }
    pthread_mutex_unlock(&account[payer].lock);
}

static void *customers(void *unused)
{
    transfer(1, 2, 5);
    transfer(2, 3, 5);
    transfer(3, 1, 5);
    fee(3);
    return unused;
}

static void *interest(void *unused)
{
    transfer(BANK, 3, 1);
    transfer(BANK, 2, 1);
    transfer(BANK, 1, 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    int sum = 0;

    for (int i = 0; i < ACCOUNTS; i++) {
        pthread_mutex_init(&account[i].lock, NULL);
        account[i].balance = 100;
    }
    pthread_create(&a, NULL, customers, NULL);
    pthread_create(&b, NULL, interest, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < ACCOUNTS; i++)
        sum += account[i].balance;
    assert(sum == ACCOUNTS * 100);
    return 0;
}
