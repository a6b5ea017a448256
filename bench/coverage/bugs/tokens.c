/* tokens.c - a semaphore that counts, made of two that do not.  Between saying
 * that it will wait and waiting there is a moment; if two are in it when two
 * tokens are given, the second signal finds the first one not yet taken.
 *
 * After the way to build general semaphores from binary ones that textbooks
 * had (Hemmendinger, A Correct Implementation of General Semaphores, ACM
 * Operating Systems Review 22(3), 1988).
 *
 * CLASS: lost wake-up, two waiters late
 * FAILS: lost-wakeup
 * CAUSE: tokens.c:72 `binary_wait(&delay);` is not waiting yet
 * CAUSE: tokens.c:79 `binary_signal(&delay);` may be set already
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define TAKERS 2
#define GIVERS 2
#define EACH 3

struct binary {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int waiting, woken;
    bool set;
};
static struct binary mutex = { .lock = PTHREAD_MUTEX_INITIALIZER,
                               .changed = PTHREAD_COND_INITIALIZER,
                               .set = true };
static struct binary delay = { .lock = PTHREAD_MUTEX_INITIALIZER,
                               .changed = PTHREAD_COND_INITIALIZER };
static int count;
static atomic_int made, used;

static void binary_wait(struct binary *b)
{
    pthread_mutex_lock(&b->lock);
    if (b->set) {
        b->set = false;
    } else {
        b->waiting++;
        while (b->woken == 0)
            pthread_cond_wait(&b->changed, &b->lock);
        b->woken--;
    }
    pthread_mutex_unlock(&b->lock);
}

static void binary_signal(struct binary *b)
{
    pthread_mutex_lock(&b->lock);
    if (b->waiting == 0) {
        b->set = true;
    } else {
        b->waiting--;
        b->woken++;
        pthread_cond_signal(&b->changed);
    }
    pthread_mutex_unlock(&b->lock);
}

static void take(void)
{
    binary_wait(&mutex);
    if (--count >= 0) {
        binary_signal(&mutex);
        return;
    }
    binary_signal(&mutex);
    binary_wait(&delay);
}

static void give(void)
{
    binary_wait(&mutex);
    if (++count <= 0)
        binary_signal(&delay);
    binary_signal(&mutex);
}

static void *taker(void *unused)
{
    for (int i = 0; i < EACH; i++) {
        take();
        used++;
    }
    return unused;
}

static void *giver(void *unused)
{
    for (int i = 0; i < EACH; i++) {
        made++;
        give();
    }
    return unused;
}

int main(void)
{
    pthread_t t[TAKERS + GIVERS];

    for (int i = 0; i < TAKERS + GIVERS; i++)
        pthread_create(&t[i], NULL, i < TAKERS ? taker : giver, NULL);
    for (int i = 0; i < TAKERS + GIVERS; i++)
        pthread_join(t[i], NULL);
    assert(made == used && count == 0);
    return 0;
}
