/* heap_overflow_race.c - the room in a table is looked at, then used: two
 * threads may see the same last place, and one of them gets the place behind.
 * EXPECT: heap-overflow at 22
 * EXECUTIONS: 300
 */
#include <pthread.h>
#include <stdlib.h>

#define ROOM 3

static int *table, used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *adder(void *argument)
{
    int at;

    if (used < ROOM) {
        pthread_mutex_lock(&lock);
        at = used++;
        pthread_mutex_unlock(&lock);
        table[at] = 7;
    }
    return argument;
}

int main(void)
{
    pthread_t t[4];

    table = malloc(ROOM * sizeof(*table));
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, adder, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    free(table);
}
