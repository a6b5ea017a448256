/* io_child_pipe.c - pipes to and from a child, which is no part of the
 * exploration: what it wrote before it ended is all there.
 * EXPECT: clean
 * EXECUTIONS: 15
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int counter;

static void *counts(void *argument)
{
    for (int i = 0; i < 10; i++)
        __atomic_add_fetch(&counter, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    int to[2], from[2], status;
    char text[16] = "";
    pthread_t t;
    pid_t child;

    assert(pipe(to) == 0 && pipe(from) == 0);
    assert(write(to[1], "child", 5) == 5);
    pthread_create(&t, NULL, counts, NULL);
    child = fork();
    if (child == 0) {
        char c;

        close(to[1]);
        while (read(to[0], &c, 1) == 1) {
            c = (char)(c - 'a' + 'A');
            if (write(from[1], &c, 1) != 1)
                _exit(2);
        }
        _exit(3);
    }
    close(to[1]);
    close(from[1]);
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    assert(read(from[0], text, sizeof(text)) == 5);
    assert(strcmp(text, "CHILD") == 0);
    assert(read(from[0], text, 1) == 0);
    pthread_join(t, NULL);
    assert(counter == 10);
}
