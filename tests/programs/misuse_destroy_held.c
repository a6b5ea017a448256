/* misuse_destroy_held.c - an owner destroys a lock that a user still holds.
 * EXPECT: mutex-misuse at 27
 * EXECUTIONS: 200
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;
static int uses;

static void *use(void *arg)
{
    pthread_mutex_lock(&lock);
    uses++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_init(&lock, NULL);
    pthread_create(&t, NULL, use, NULL);
    while (__atomic_load_n(&uses, __ATOMIC_SEQ_CST) == 0)
        ;
    pthread_mutex_destroy(&lock); /* here */
    pthread_join(t, NULL);
    return 0;
}
