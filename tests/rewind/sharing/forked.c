/* forked.c - a child sees the memory of all threads as it is in that moment. */
#include "state.h"

#include <sys/wait.h>

static int a, b;

static void *work(void *unused)
{
    a = 1;
    b = 1;
    a = 2;
    b = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    int status;
    pid_t child;

    pthread_create(&t, NULL, work, NULL);
    child = fork();
    if (child == 0)
        _exit(a * 4 + b);
    waitpid(child, &status, 0);
    pthread_join(t, NULL);
    ended(WEXITSTATUS(status));
}
