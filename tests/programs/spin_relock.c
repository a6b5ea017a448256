/* spin_relock.c - a holder that spins on its own lock, if the other thread was
 * first to count.
 * EXPECT: self-deadlock at 17
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int count;

static void *add(void *argument)
{
    pthread_spin_lock(&lock);
    if (count++ == 1) {
        /* a helper that was written to be called without the lock */
        pthread_spin_lock(&lock);
        count = 0;
        pthread_spin_unlock(&lock);
    }
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
