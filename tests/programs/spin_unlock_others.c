/* spin_unlock_others.c - a thread that did not get the spin lock frees it.
 * EXPECT: mutex-misuse at 17
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stddef.h>

static pthread_spinlock_t lock;
static int value;

static void *try_add(void *argument)
{
    int error = pthread_spin_trylock(&lock);

    if (error == 0)
        value++;
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, try_add, NULL);
    pthread_create(&b, NULL, try_add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
