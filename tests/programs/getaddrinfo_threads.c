/* getaddrinfo_threads.c - what the C library's resolver remembers for a thread
 * ends with the thread: the next execution reads its files again.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <netdb.h>
#include <pthread.h>
#include <stddef.h>

static void *look(void *argument)
{
    for (int i = 0; i < 2; i++) {
        const struct addrinfo hints = { .ai_flags = AI_NUMERICSERV };
        struct addrinfo *found;

        assert(getaddrinfo("localhost", "80", &hints, &found) == 0);
        freeaddrinfo(found);
    }
    return argument;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, look, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
