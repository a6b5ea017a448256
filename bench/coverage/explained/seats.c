/* seats.c - a seat is found free and taken in two critical sections.
 *
 * CLASS: check and act
 * FAILS: assertion
 * CAUSE: seats.c:19 `bool free_seat = !taken;` found free
 * CAUSE: seats.c:20 `pthread_mutex_unlock(&lock);` given up before it is taken
 * CAUSE: seats.c:28 `taken = 1;` taken twice
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int taken, sold;

static bool is_free(void)
{
    pthread_mutex_lock(&lock);
    bool free_seat = !taken;
    pthread_mutex_unlock(&lock);
    return free_seat;
}

static void *sell(void *arg)
{
    if (is_free()) {
        pthread_mutex_lock(&lock);
        taken = 1;
        sold++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { sell, sell };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sold <= 1);
    return 0;
}
