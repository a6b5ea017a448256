/* memory_struct_copy.c - assigning a struct is an access to all of it: two
 * threads each take a copy, change it and put it back.
 * EXPECT: assertion at 35
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>

struct account {
    char owner[40];
    int balance;
    int bookings;
};

static struct account shared = { .owner = "somebody" };

static void *book(void *amount)
{
    struct account mine = shared;

    mine.balance += *(int *)amount;
    mine.bookings++;
    shared = mine;
    return NULL;
}

int main(void)
{
    int five = 5, seven = 7;
    pthread_t t;

    pthread_create(&t, NULL, book, &five);
    book(&seven);
    pthread_join(t, NULL);
    assert(shared.balance == 12 && shared.bookings == 2);
    return 0;
}
