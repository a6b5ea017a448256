/* mailbox.c - the receiver looks for letters without the lock and then goes to
 * sleep with it; the last letter may come in between, and rings nobody.
 *
 * CLASS: lost wake-up
 * FAILS: lost-wakeup
 * CAUSE: mailbox.c:37 `while (letters == taken) {` looks without the lock
 * CAUSE: mailbox.c:39 `pthread_cond_wait(&bell, &lock);` does not look again
 */
#include <pthread.h>
#include <stdatomic.h>

#define LETTERS 3
#define STAMPS 16

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static atomic_int letters, stamps;
static int taken;

static void *sender(void *unused)
{
    for (int i = 0; i < LETTERS; i++) {
        for (int j = 0; j < STAMPS; j++)
            stamps++;
        pthread_mutex_lock(&lock);
        letters++;
        pthread_cond_signal(&bell);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

/* A bell that is missed is made good by the next letter, if there is one. */
static void *receiver(void *unused)
{
    while (taken < LETTERS) {
        while (letters == taken) {
            pthread_mutex_lock(&lock);
            pthread_cond_wait(&bell, &lock);
            pthread_mutex_unlock(&lock);
        }
        taken++;
        stamps -= STAMPS;
    }
    return unused;
}

int main(void)
{
    pthread_t s, r;

    pthread_create(&r, NULL, receiver, NULL);
    pthread_create(&s, NULL, sender, NULL);
    pthread_join(s, NULL);
    pthread_join(r, NULL);
    return 0;
}
