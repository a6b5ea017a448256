/* mailroom.c - a thread waits for a semaphore with the lock that the other
 * needs.
 *
 * CLASS: held while waiting
 * FAILS: deadlock
 * CAUSE: mailroom.c:20 `sem_wait(&letters);` waits with the lock
 * CAUSE: mailroom.c:28 `pthread_mutex_lock(&lock);` needs it to post
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t letters;
static int read_letters;

static void *clerk(void *arg)
{
    pthread_mutex_lock(&lock);
    sem_wait(&letters);
    read_letters++;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *postman(void *arg)
{
    pthread_mutex_lock(&lock);
    sem_post(&letters);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { clerk, postman };
    pthread_t t[2];

    sem_init(&letters, 0, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(read_letters == 1);
    return 0;
}
