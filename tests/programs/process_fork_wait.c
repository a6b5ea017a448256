/* process_fork_wait.c - a thread forks and waits for its child while another
 * works; the child has one thread and its own copy of memory.
 * EXPECT: clean
 * EXECUTIONS: 50
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

static atomic_int value = 1;

static void *forker(void *unused)
{
    pid_t child, grandchild;
    int status;

    (void)unused;
    child = fork();
    assert(child >= 0);
    if (child == 0) {
        atomic_fetch_add(&value, 10);
        grandchild = fork();
        if (grandchild == 0)
            raise(SIGKILL);
        if (waitpid(grandchild, &status, 0) != grandchild ||
            !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
            _exit(1);
        _exit(value >= 11 ? 7 : 2);
    }
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    assert(waitpid(child, &status, 0) == -1 && errno == ECHILD);
    assert(kill(child, 0) == -1 && errno == ESRCH);
    return NULL;
}

static void *worker(void *unused)
{
    (void)unused;
    for (int i = 0; i < 5; i++)
        atomic_fetch_add(&value, 1);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, forker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(value == 6);
}
