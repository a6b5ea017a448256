/* isolation_exec.c - a program that becomes another is run in processes of its
 * own.
 * EXPECT: clean
 * EXECUTIONS: 50
 * ISOLATION: fork
 */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int first;

static void *race(void *argument)
{
    if (first == 0)
        first = (int)(long)argument;
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (first == 2)
        execl("/bin/true", "true", NULL);
    return 0;
}
