/* assertion_check_then_act.c - the last ticket is sold twice: each look and
 * each sale is locked, both together are not.
 * EXPECT: assertion at 30
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tickets = 1;

static bool available(void)
{
    bool any;

    pthread_mutex_lock(&lock);
    any = tickets > 0;
    pthread_mutex_unlock(&lock);
    return any;
}

static void *sell(void *arg)
{
    if (!available())
        return arg;
    pthread_mutex_lock(&lock);
    tickets--;
    assert(tickets >= 0); /* here */
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, sell, NULL);
    pthread_create(&t[1], NULL, sell, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
