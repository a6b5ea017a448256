/* fork_heap.c - the child of a fork goes on with its own copy of the heap, the
 * clocks and the numbers.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *forker(void *argument)
{
    char *text = strdup("before");
    pid_t child, self = getpid();
    int status;

    child = fork();
    assert(child >= 0);
    if (child == 0) {
        char *more = malloc(5000);
        int right = getpid() != self && getppid() == self;

        right &= strcmp(text, "before") == 0 && more != NULL;
        strcpy(text, "child");
        free(more);
        free(text);
        nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
        _exit(right ? 42 : 1);
    }
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 42);
    assert(strcmp(text, "before") == 0);
    free(text);
    return argument;
}

static void *allocator(void *argument)
{
    for (int i = 0; i < 5; i++)
        free(calloc(10, 10));
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, forker, NULL);
    pthread_create(&b, NULL, allocator, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
