/* cancel_swallowed.cc - a catch (...) that does not rethrow stops the end of
 * its thread: the program is aborted, as the C library would.
 * EXPECT: abort at 14
 * EXECUTIONS: 20
 */
#include <pthread.h>

static void *swallow(void *argument)
{
    try {
        pthread_testcancel();
        pthread_exit(nullptr);
    } catch (...) {
    }
    return argument;
}

int main()
{
    pthread_t a, b;

    pthread_create(&a, nullptr, swallow, nullptr);
    pthread_create(&b, nullptr, swallow, nullptr);
    pthread_join(a, nullptr);
    pthread_join(b, nullptr);
    return 0;
}
