# A semaphore and a mutex that a forked child shares: the child's post ends
# waits of ours, ours end the child's, and a child that ends without posting
# leaves a deadlock, not a hang.
. "$(dirname "$0")/common.inc"

cat >shared.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
    pthread_mutex_t lock;
    sem_t to_child, to_parent;
    int count;
};
static struct shared *s;

static void add(int n)
{
    while (n-- > 0) {
        assert(pthread_mutex_lock(&s->lock) == 0);
        s->count++;
        assert(pthread_mutex_unlock(&s->lock) == 0);
    }
}
static void *wait_posted(void *argument)
{
    add(5);
    assert(sem_wait(&s->to_parent) == 0);
    return argument;
}
int main(int argc, char **argv)
{
    pthread_mutexattr_t attributes;
    pthread_t a, b;
    pid_t child;
    int status;

    (void)argv;
    s = mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&s->lock, &attributes);
    sem_init(&s->to_child, 1, 0);
    sem_init(&s->to_parent, 1, 0);
    pthread_create(&a, NULL, wait_posted, NULL);
    pthread_create(&b, NULL, wait_posted, NULL);
    child = fork();
    if (child == 0) {
        sem_wait(&s->to_child);
        add(5);
        sem_post(&s->to_parent);
        if (argc == 1)
            sem_post(&s->to_parent);
        _exit(0);
    }
    sem_post(&s->to_child);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(waitpid(child, &status, 0) == child && status == 0);
    assert(s->count == 15);
    return 0;
}
C
gcc -g -pthread shared.c -o shared
for engine in fiber kernel; do
    expect 0 timeout 60 "$RADDLE" test --engine=$engine --executions=30 ./shared
    says "another process"
    expect 1 timeout 60 "$RADDLE" test --engine=$engine --executions=3 \
        ./shared forgets
    says "deadlock"
done

# Named ones of executions at the same time do not meet, and none is left.
cat >named.c <<'C'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *sem;

static void *take(void *argument)
{
    assert(sem_wait(sem) == 0);
    return argument;
}
int main(void)
{
    pthread_t a, b;

    sem = sem_open("/raddle-test-named", O_CREAT | O_EXCL, 0600, 2);
    assert(sem != SEM_FAILED);
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, take, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
gcc -g -pthread named.c -o named
for i in 1 2 3; do
    timeout 60 "$RADDLE" test --executions=100 --out=out.$i ./named \
        >log.$i 2>&1 &
    jobs="${jobs-} $!"
done
for job in $jobs; do
    wait "$job" || { cat log.*; exit 1; }
done
! ls /dev/shm | grep raddle-test-named
