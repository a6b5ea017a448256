/* account.c - three threads, about sixty steps: reads and writes of a balance
 * in sections of their own, so that updates are lost but the lock is held. */
#include <assert.h>
#include <pthread.h>

#define THREADS 3
#define ROUNDS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int look(void)
{
    pthread_mutex_lock(&lock);
    int seen = balance;
    pthread_mutex_unlock(&lock);
    return seen;
}

static void *deposit(void *argument)
{
    for (int i = 0; i < ROUNDS; i++) {
        int seen = look();

        pthread_mutex_lock(&lock);
        balance = seen + 1;
        pthread_mutex_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, deposit, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    /* The last to read has seen what one thread did last but one. */
    assert(balance >= 1 && balance <= THREADS * ROUNDS);
    return 0;
}
