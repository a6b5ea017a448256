/* io_select.c - select on several pipes: sets, count, what is left of the
 * time-out; pselect lets a blocked signal in for the time of the wait.
 * EXPECT: clean
 * EXECUTIONS: 100
 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/select.h>
#include <unistd.h>

static int p[3][2];
static volatile sig_atomic_t handled;
static pthread_t mainly;

static void on_signal(int signo)
{
    handled += signo == SIGUSR1;
}

static void *writers(void *argument)
{
    long i = (long)argument;

    assert(write(p[i][1], "abc", 3) == 3);
    return NULL;
}

static void *sender(void *argument)
{
    assert(pthread_kill(mainly, SIGUSR1) == 0);
    return argument;
}

int main(void)
{
    struct timeval tv = { .tv_usec = 100000 };
    struct sigaction action = { .sa_handler = on_signal };
    sigset_t set, none;
    pthread_t t[3];
    fd_set r, w;
    int left = 9;

    for (int i = 0; i < 3; i++)
        assert(pipe(p[i]) == 0);
    FD_ZERO(&r);
    FD_SET(p[0][0], &r);
    assert(select(p[0][0] + 1, &r, NULL, NULL, &tv) == 0);
    assert(!FD_ISSET(p[0][0], &r) && tv.tv_sec == 0 && tv.tv_usec == 0);

    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, writers, (void *)i);
    while (left > 0) {
        char c;
        int n, seen = 0;

        FD_ZERO(&r);
        FD_ZERO(&w);
        for (int i = 0; i < 3; i++)
            FD_SET(p[i][0], &r);
        FD_SET(p[0][1], &w);
        n = select(p[2][1] + 1, &r, &w, NULL, NULL);
        for (int i = 0; i < 3; i++) {
            if (FD_ISSET(p[i][0], &r)) {
                assert(read(p[i][0], &c, 1) == 1);
                left--;
                seen++;
            }
        }
        assert(FD_ISSET(p[0][1], &w) && n == seen + 1);
    }
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);

    mainly = pthread_self();
    sigaction(SIGUSR1, &action, NULL);
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t[0], NULL, sender, NULL);
    pthread_join(t[0], NULL);
    assert(handled == 0);
    FD_ZERO(&r);
    FD_SET(p[0][0], &r);
    assert(pselect(p[0][0] + 1, &r, NULL, NULL, NULL, &none) == -1);
    assert(errno == EINTR && handled == 1);
}
