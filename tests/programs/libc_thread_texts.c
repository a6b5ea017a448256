/* libc_thread_texts.c - what the C library keeps of a thread in the thread's
 * descriptor ends with the thread: a text of strerror() or strsignal() is in no
 * block of the next execution's heap.
 * EXPECT: clean
 * EXECUTIONS: 20
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *ask(void *number)
{
    const int n = 1000 + *(const int *)number;
    char text[40];

    snprintf(text, sizeof(text), "Unknown error %d", n);
    assert(strcmp(strerror(n), text) == 0);
    snprintf(text, sizeof(text), "Unknown signal %d", n);
    assert(strcmp(strsignal(n), text) == 0);
    return NULL;
}

int main(void)
{
    int numbers[3] = { 1, 2, 3 };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, ask, &numbers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    /* Within an execution, too: the third thread has the place of the first. */
    pthread_create(&t[0], NULL, ask, &numbers[2]);
    pthread_join(t[0], NULL);
    ask(&numbers[0]);
    return 0;
}
