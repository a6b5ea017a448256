/* setuid_threads.c - setting ids with threads about returns (glibc's way to do
 * it waits for every thread it knows).
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/types.h>
#include <unistd.h>

static void *setter(void *argument)
{
    uid_t u = getuid();
    gid_t g = getgid();

    assert(setuid(u) == 0 && setgid(g) == 0);
    assert(seteuid(u) == 0 && setegid(g) == 0);
    assert(setreuid(u, u) == 0 && setregid(g, g) == 0);
    assert(setresuid(u, u, u) == 0 && setresgid(g, g, g) == 0);
    assert(seteuid((uid_t)-1) == -1 && errno == EINVAL);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, setter, NULL);
    pthread_create(&b, NULL, setter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(geteuid() == getuid());
}
