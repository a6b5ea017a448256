/* turnstile.c - those who want in and those who want out wait on the same
 * condition, and one is woken: it may be one who can do nothing with it.
 *
 * CLASS: missed signal, signal where broadcast is needed
 * FAILS: lost-wakeup
 * CAUSE: turnstile.c:28 `pthread_cond_signal(&moved);` wakes any one
 * CAUSE: turnstile.c:41 `pthread_cond_signal(&moved);` wakes any one
 * CAUSE: turnstile.c:25 `while (inside == ROOM)` one kind of waiter
 * CAUSE: turnstile.c:38 `while (inside == 0)` the other kind
 */
#include <pthread.h>

#define ROOM 1
#define EACH 2 /* threads of each kind */
#define PASSES 1

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static int inside;

static void *enter(void *unused)
{
    for (int i = 0; i < PASSES; i++) {
        pthread_mutex_lock(&lock);
        while (inside == ROOM)
            pthread_cond_wait(&moved, &lock);
        inside++;
        pthread_cond_signal(&moved);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *leave(void *unused)
{
    for (int i = 0; i < PASSES; i++) {
        pthread_mutex_lock(&lock);
        while (inside == 0)
            pthread_cond_wait(&moved, &lock);
        inside--;
        pthread_cond_signal(&moved);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t[2 * EACH];

    for (int i = 0; i < 2 * EACH; i++)
        pthread_create(&t[i], NULL, i % 2 == 0 ? enter : leave, NULL);
    for (int i = 0; i < 2 * EACH; i++)
        pthread_join(t[i], NULL);
    return 0;
}
