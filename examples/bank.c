/* bank.c - an account that two threads use, with a lock, and still loses
 * money now and then.  Plain runs almost never show it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int read_balance(void)
{
    pthread_mutex_lock(&lock);
    int b = balance;
    pthread_mutex_unlock(&lock);
    return b;
}

static void write_balance(int b)
{
    pthread_mutex_lock(&lock);
    balance = b;
    pthread_mutex_unlock(&lock);
}

static void *deposit(void *unused)
{
    (void)unused;
    write_balance(read_balance() + 50);
    return NULL;
}

static void *withdraw(void *unused)
{
    (void)unused;
    write_balance(read_balance() - 30);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    printf("balance: %d\n", balance);
    assert(balance == 120);
    return 0;
}
