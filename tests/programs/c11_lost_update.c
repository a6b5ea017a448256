/* c11_lost_update.c - the balance is read under the mutex, but written under a
 * later taking of it.
 * EXPECT: assertion at 41
 * EXECUTIONS: 500
 */
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int balance;

static int deposit(void *argument)
{
    int seen;

    (void)argument;
    mtx_lock(&lock);
    seen = balance;
    mtx_unlock(&lock);
    mtx_lock(&lock);
    balance = seen + 1;
    mtx_unlock(&lock);
    return 0;
}

static void run(void)
{
    thrd_t a, b;

    thrd_create(&a, deposit, NULL);
    thrd_create(&b, deposit, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
}

int main(void)
{
    mtx_init(&lock, mtx_plain);
    run();
    mtx_destroy(&lock);
    assert(balance == 2);
    return 0;
}
