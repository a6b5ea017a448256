/* io_short_read.c - wrong: the reader takes for granted that one read brings
 * the whole record, which the writer sends in two.
 * EXPECT: assertion at 29
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int p[2];

static void *writer(void *argument)
{
    (void)!write(p[1], "head", 4);
    (void)!write(p[1], "tail", 4);
    return argument;
}

int main(void)
{
    char record[8];
    pthread_t t;
    ssize_t n;

    if (pipe(p) != 0 || pthread_create(&t, NULL, writer, NULL) != 0)
        return 1;
    n = read(p[0], record, sizeof(record));
    assert(n == 8 && memcmp(record, "headtail", 8) == 0);
    pthread_join(t, NULL);
}
