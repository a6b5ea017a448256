# An execution that is ended by a thread beyond the first few, for which there
# is no donor at first: the process goes back to main all the same, with more
# of them.
. "$(dirname "$0")/common.inc"
cat >far.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static const char *how;
static int n;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument)
{
    int last;
    pthread_mutex_lock(&lock);
    last = ++n == 20;
    pthread_mutex_unlock(&lock);
    if (!last)
        return argument;
    if (strcmp(how, "exit") == 0)
        exit(0);
    if (strcmp(how, "_exit") == 0)
        _exit(0);
    if (strcmp(how, "assert") == 0)
        assert(!last);
    if (strcmp(how, "crash") == 0)
        *(volatile int *)0 = 1;
    return argument;
}
int main(int argc, char **argv)
{
    pthread_t t[20];
    how = argv[argc - 1];
    for (int i = 0; i < 20; i++)
        pthread_create(&t[i], NULL, work, NULL);
    if (strcmp(how, "last") == 0)
        pthread_exit(NULL);
    for (int i = 0; i < 20; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
gcc -g -O1 -pthread far.c -o far
# check STATUS HOW: that it ended so, in one process, and as in new ones.
check() {
    for isolation in rewind exec; do
        expect "$1" "$RADDLE" test --fresh -n 30 --jobs 1 --keep-going --no-shrink \
            --strategy random --determinism 0 --isolation $isolation \
            --json $isolation ./far "$2"
        says_not "started again"
    done
    equal "$(field rewind 'r["isolation"]')" rewind
    for what in 'r["executions"]' 'r["steps"]' 'r["event_hash"]'; do
        equal "$(field rewind "$what")" "$(field exec "$what")"
    done
}
check 0 exit
check 0 _exit
check 0 last
check 1 assert
check 1 crash
