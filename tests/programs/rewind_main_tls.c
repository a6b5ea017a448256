/* rewind_main_tls.c - thread-local variables of main, which lie in a mapping
 * without a name that the kernel may have made one with others, begin anew in
 * every execution.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static _Thread_local volatile int plain, given = 7;

static void *work(void *unused)
{
    assert(plain == 0 && given == 7);
    plain = given = 1;
    return unused;
}

int main(void)
{
    pthread_t t, u;

    assert(plain == 0 && given == 7 && errno == 0);
    plain = given = 2;
    errno = 3;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(plain == 2 && given == 2);
    return 0;
}
