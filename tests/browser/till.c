/* till.c - the campaign that the browser tests look at.  The deposit reads and
 * writes under the lock but lets go in between: the assertion fails only if the
 * whole withdrawal falls there.  That main's first write is still there at the
 * end is thought possible and never happens: uncovered.  Texts of the program
 * try to be HTML. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *unused)
{
    pthread_mutex_lock(&lock);
    int seen = balance;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    balance = seen + 50;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *withdraw(void *unused)
{
    pthread_mutex_lock(&lock);
    balance -= 30;
    pthread_mutex_unlock(&lock);
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
