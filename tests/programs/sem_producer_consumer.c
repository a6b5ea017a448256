/* sem_producer_consumer.c - semaphores that count free and used slots.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SLOTS 2
#define ITEMS 3

static sem_t free_slots, used_slots, lock;
static int slots[SLOTS], first, used, sum;

static void *produce(void *argument)
{
    for (int i = 1; i <= ITEMS; i++) {
        assert(sem_wait(&free_slots) == 0);
        assert(sem_wait(&lock) == 0);
        assert(used < SLOTS);
        slots[(first + used++) % SLOTS] = i;
        assert(sem_post(&lock) == 0);
        assert(sem_post(&used_slots) == 0);
    }
    return argument;
}

static void *consume(void *argument)
{
    for (int i = 0; i < ITEMS; i++) {
        assert(sem_wait(&used_slots) == 0);
        assert(sem_wait(&lock) == 0);
        assert(used > 0);
        sum += slots[first];
        first = (first + 1) % SLOTS;
        used--;
        assert(sem_post(&lock) == 0);
        assert(sem_post(&free_slots) == 0);
    }
    return argument;
}

int main(void)
{
    pthread_t threads[4];
    int value;

    assert(sem_init(&free_slots, 0, SLOTS) == 0);
    assert(sem_init(&used_slots, 0, 0) == 0);
    assert(sem_init(&lock, 0, 1) == 0);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i % 2 ? produce : consume, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(sum == 2 * (1 + 2 + 3));
    assert(sem_getvalue(&free_slots, &value) == 0 && value == SLOTS);
    assert(sem_getvalue(&used_slots, &value) == 0 && value == 0);
    assert(sem_destroy(&free_slots) == 0);
    assert(sem_destroy(&used_slots) == 0);
    assert(sem_destroy(&lock) == 0);
    return 0;
}
