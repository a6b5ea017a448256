/* misuse_lock_destroyed.c - users come late: the owner has destroyed the lock.
 * EXPECT: use-after-destroy at 13
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int uses;

static void *use(void *arg)
{
    pthread_mutex_lock(&lock); /* here */
    uses++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t[2];

    pthread_mutex_init(&lock, NULL);
    use(NULL);
    pthread_mutex_destroy(&lock);
    pthread_create(&t[0], NULL, use, NULL);
    pthread_create(&t[1], NULL, use, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    return 0;
}
