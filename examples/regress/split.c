/* Two threads pay ten into one account.  For the session of docs/regress.md:
 * bank.c is the version before, split.c the one after a change. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int get(void)
{
    pthread_mutex_lock(&lock);
    int b = balance;
    pthread_mutex_unlock(&lock);
    return b;
}

static void *add(void *arg)
{
    int b = get();
    pthread_mutex_lock(&lock);
    balance = b + 10;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, NULL, add, NULL);
    pthread_create(&two, NULL, add, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(get() == 120);
    return 0;
}
