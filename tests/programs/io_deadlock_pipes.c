/* io_deadlock_pipes.c - wrong: under some schedules each of two threads waits
 * to read before it writes what the other waits for.
 * EXPECT: deadlock
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static int to_a[2], to_b[2];
static atomic_int first; /* who comes first writes first: not atomically */

static void *b(void *argument)
{
    char c = 0;
    int begins = atomic_load(&first) == 0;

    atomic_store(&first, 1);
    if (begins)
        (void)!write(to_a[1], "b", 1);
    (void)!read(to_b[0], &c, 1);
    if (!begins)
        (void)!write(to_a[1], "b", 1);
    return argument;
}

int main(void)
{
    char c = 0;
    pthread_t t;

    assert(pipe(to_a) == 0 && pipe(to_b) == 0);
    pthread_create(&t, NULL, b, NULL);
    atomic_store(&first, 1); /* main never begins, and b may not either */
    (void)!read(to_a[0], &c, 1);
    (void)!write(to_b[1], "a", 1);
    pthread_join(t, NULL);
}
