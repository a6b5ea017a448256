/* process_wait_needs_thread.c - one thread waits for a child that ends only
 * when another thread has written to it: the wait must not stop the others.
 * EXPECT: clean
 * EXECUTIONS: 5
 */
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *unused)
{
    (void)unused;
    assert(write(ends[1], "x", 1) == 1);
    return NULL;
}

int main(void)
{
    pthread_t a;
    pid_t child;
    int status;

    assert(pipe(ends) == 0);
    child = fork();
    if (child == 0) {
        char byte;

        _exit(read(ends[0], &byte, 1) == 1 && byte == 'x' ? 3 : 4);
    }
    pthread_create(&a, NULL, writer, NULL);
    assert(wait(&status) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    pthread_join(a, NULL);
}
