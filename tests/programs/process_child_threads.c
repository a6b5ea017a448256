/* process_child_threads.c - a child makes threads of its own; its memory is
 * its own, too.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *unused)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&mutex);
        count++;
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

static int two_threads(void)
{
    pthread_t a, b;

    if (pthread_create(&a, NULL, add, NULL) != 0 ||
        pthread_create(&b, NULL, add, NULL) != 0)
        return 99;
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return count;
}

int main(void)
{
    int status;
    pid_t child = fork();

    if (child == 0)
        _exit(two_threads());
    assert(two_threads() == 6);
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 6);
}
