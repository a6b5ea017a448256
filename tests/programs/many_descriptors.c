/* many_descriptors.c - each of two threads opens 380 files: the numbers are as
 * without raddle, and findings replay.
 * EXPECT: assertion at 45
 * EXECUTIONS: 300
 */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#define EACH 380

static int numbers[2][EACH], n;

static void *take(void *which)
{
    int *mine = numbers[(long)which];

    for (int i = 0; i < EACH; i++) {
        mine[i] = open("/dev/null", O_RDONLY);
        assert(mine[i] >= 0 && mine[i] < 3 + 2 * EACH);
    }
    n++;
    return NULL;
}

int main(void)
{
    struct rlimit limit;
    pthread_t t[2];

    getrlimit(RLIMIT_NOFILE, &limit);
    assert(limit.rlim_cur > 3 + 2 * EACH);
    assert(open("/dev/null", O_RDONLY) == 3 && close(3) == 0);
    for (long i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, take, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    /* Everything can be closed. */
    for (int i = 3; i < 2000; i++)
        assert(close(i) == (i < 3 + 2 * EACH ? 0 : -1));
    assert(close_range(3, ~0u, 0) == 0);
    assert(n == 2); /* an update was lost */
    return 0;
}
