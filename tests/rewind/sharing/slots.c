/* slots.c - a detached thread may have ended, and its number and stack be used
 * again, before the next one is made, or not. */
#include "state.h"

#include <semaphore.h>

static int x, saw;
static sem_t ended_too;

static void *first(void *unused)
{
    int own[4] = { 1, 2, 3, 4 };

    x = own[0];
    x = own[1];
    x = own[2];
    sem_post(&ended_too);
    return unused;
}

static void *second(void *unused)
{
    int own[4] = { 1, 2, 3, 4 };

    saw = x;
    x = own[3];
    return unused;
}

int main(void)
{
    pthread_t t;

    sem_init(&ended_too, 0, 0);
    pthread_create(&t, NULL, first, NULL);
    pthread_detach(t);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(t, NULL);
    sem_wait(&ended_too);
    ended(saw * 8 + x);
}
