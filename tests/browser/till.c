/* till.c - what the browser tests look at.  The deposit lets go of the lock in
 * between: the assertion fails if all of the withdrawal falls there.  A deposit
 * after the second look is thought possible, but a flag forbids it: uncovered.
 * Texts of the program try to be HTML. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, deposited;

static void *deposit(void *unused)
{
    pthread_mutex_lock(&lock);
    int seen = balance;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = seen + 50, deposited = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *withdraw(void *unused)
{
    pthread_mutex_lock(&lock);
    balance -= 30;
    int looks = deposited;
    pthread_mutex_unlock(&lock);
    if (looks)
        pthread_mutex_lock(&lock), pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    balance = 100;
    pthread_setname_np(pthread_self(), "<b>till");
    fputs("<script>document.title = 'hit'</script>\n", stderr);
    pthread_create(&a, NULL, deposit, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance != 150 && "</script><img src=x onerror=document.title='hit'>");
    return 0;
}
