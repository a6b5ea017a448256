# The schedule of a race has the ends of children, and the signals that tell of
# them: its replay waits for them.
. "$(dirname "$0")/common.inc"
cat >children.c <<'END'
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static int n, handled;

static void on_child(int signo)
{
    handled += signo;
}

static void *count(void *unused)
{
    const pid_t child = fork();

    if (child == 0) {
        usleep(20000);
        _exit(0);
    }
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    n++;
    return unused;
}

int main(void)
{
    pthread_t t[2];

    signal(SIGCHLD, on_child);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, count, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
END
"$RADDLE" cc -g1 -pthread children.c -o children
expect 0 "$RADDLE" test -j1 -k --no-shrink -n 20 ./children
for s in raddle-out/children/warnings/*.schedule; do
    grep -q '^input .* 65281 ' "$s" || fail "no end of a child in $s"
    expect 1 "$RADDLE" replay --times 5 "$s"
    grep -q 'reproduced 5 of 5' out || fail "$s"
done
