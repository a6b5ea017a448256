/* libc_strtok.c - strtok remembers its place for all threads together.
 * EXPECT: assertion at 16
 * EXECUTIONS: 200
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

static void *count(void *unused)
{
    char text[] = "one two three";
    int n = 0;

    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " "))
        n++;
    assert(n == 3);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
