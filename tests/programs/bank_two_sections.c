/* bank_two_sections.c - every access is locked, the transfer as a whole is
 * not: an update is lost between two critical sections.
 * EXPECT: assertion at 44
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int get(void)
{
    int value;

    pthread_mutex_lock(&lock);
    value = balance;
    pthread_mutex_unlock(&lock);
    return value;
}

static void set(int value)
{
    pthread_mutex_lock(&lock);
    balance = value;
    pthread_mutex_unlock(&lock);
}

static void *deposit(void *argument)
{
    (void)argument;
    set(get() + 10);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, deposit, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 120);
    return 0;
}
