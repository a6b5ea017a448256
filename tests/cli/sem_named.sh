# Named semaphores: unlinking one leaves the others alone, nothing stays behind
# an execution, and what a killed process with the same number left is no
# semaphore of ours.
. "$(dirname "$0")/common.inc"

cat >named.c <<'C'
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static char first[64], second[64];

static sem_t *create(const char *name, unsigned value)
{
    sem_t *sem = sem_open(name, O_CREAT | O_EXCL, 0600, value);
    int is;

    assert(sem != SEM_FAILED);
    assert(sem_getvalue(sem, &is) == 0 && is == (int)value);
    return sem;
}
static void *take(void *argument)
{
    assert(sem_wait(argument) == 0);
    return NULL;
}
int main(int argc, char **argv)
{
    sem_t *a, *b;
    pthread_t t, u;

    assert(argc >= 2);
    snprintf(first, sizeof(first), "/%s-1", argv[1]);
    snprintf(second, sizeof(second), "/%s-2", argv[1]);
    a = create(first, 0);
    b = create(second, 2);
    pthread_create(&t, NULL, take, b);
    pthread_create(&u, NULL, take, b);
    assert(sem_unlink(first) == 0);
    assert(sem_open(first, 0) == SEM_FAILED && errno == ENOENT);
    assert(sem_open(second, 0) == b);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(sem_close(a) == 0);
    a = create(first, 7);
    assert(sem_unlink(first) == 0);
    if (argc > 2)
        abort(); /* the second is left to be removed */
    return 0;
}
C
gcc -g -pthread named.c -o named

name=raddle-test-$$
trap 'rm -f /dev/shm/sem.raddle-*-$name-?' EXIT
none_left() {
    ls /dev/shm >out
    says_not "$name"
}
for isolation in fork exec; do
    expect 0 "$RADDLE" test -n 20 --isolation=$isolation ./named $name
    none_left
    expect 1 "$RADDLE" test -n 20 --isolation=$isolation ./named $name fails
    says "abort"
    none_left
done

# Left by those who will get the next numbers.
python3 - $name <<'P'
import os, sys
child = os.fork()
if child == 0:
    os._exit(0)
os.waitpid(child, 0)
most = int(open("/proc/sys/kernel/pid_max").read())
for n in range(child + 1, child + 3001):
    # Behind the largest, the numbers begin at 300 again.
    pid = n if n < most else n - most + 300
    for i in "12":
        open(f"/dev/shm/sem.raddle-{pid:010}-{sys.argv[1]}-{i}", "w").close()
P
expect 0 "$RADDLE" test -n 3 ./named $name
ls /dev/shm >out
[ "$(grep -c "$name" out)" -lt 6000 ] ||
    fail "the numbers of the executions were none of those prepared"
