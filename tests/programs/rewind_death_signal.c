/* rewind_death_signal.c - the signal at the parent's end is the program's own:
 * none at main whatever raddle has set, each thread's to itself, a child's the
 * kernel's.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int before = -1, first;

static int get(void)
{
    int signal = -1;

    assert(prctl(PR_GET_PDEATHSIG, &signal) == 0);
    return signal;
}

__attribute__((constructor)) static void before_main(void)
{
    before = get();
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
}

static void *race(void *argument)
{
    int signal = -1;

    if (first == 0)
        first = (int)(long)argument;
    assert(get() == 0);
    assert(prctl(PR_SET_PDEATHSIG, (int)(long)argument) == 0);
    assert(syscall(SYS_prctl, PR_GET_PDEATHSIG, &signal) == 0);
    assert(signal == (int)(long)argument);
    return NULL;
}

static int child(void)
{
    if (get() != 0 || prctl(PR_SET_PDEATHSIG, SIGINT) != 0)
        return 1;
    return get() != SIGINT;
}

int main(void)
{
    pthread_t a, b;
    int status;
    pid_t pid;

    assert(before == 0);
    assert(get() == SIGUSR1);
    pthread_create(&a, NULL, race, (void *)1);
    pthread_create(&b, NULL, race, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(prctl(PR_SET_PDEATHSIG, first == 1 ? SIGTERM : 0) == 0);
    assert(get() == (first == 1 ? SIGTERM : 0));
    assert(prctl(PR_SET_PDEATHSIG, 65) == -1 && errno == EINVAL);
    assert(prctl(PR_GET_PDEATHSIG, 16) == -1 && errno == EFAULT);
    pid = fork();
    if (pid == 0)
        _exit(child());
    assert(waitpid(pid, &status, 0) == pid && status == 0);
    return 0;
}
