# A finding about misuse names the kind of its object: a semaphore is not a mutex.
. "$(dirname "$0")/common.inc"
cat >m.c <<'C'
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static pthread_mutex_t mutex_ = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock_ = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition_ = PTHREAD_COND_INITIALIZER;
static pthread_spinlock_t spin_;
static pthread_barrier_t barrier_;
static sem_t semaphore_;
static void *waits(void *argument)
{
    sem_wait(&semaphore_);
    return argument;
}
int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argc;
    pthread_spin_init(&spin_, 0);
    pthread_barrier_init(&barrier_, NULL, 1);
    sem_init(&semaphore_, 0, 0);
    switch (atoi(argv[1])) {
    case 0: return pthread_mutex_unlock(&mutex_);
    case 1: return pthread_rwlock_unlock(&rwlock_);
    case 2: pthread_cond_destroy(&condition_); return pthread_cond_signal(&condition_);
    case 3: return pthread_spin_unlock(&spin_);
    case 4: pthread_barrier_destroy(&barrier_); return pthread_barrier_wait(&barrier_);
    case 5: sem_destroy(&semaphore_); return sem_post(&semaphore_);
    }
    pthread_create(&thread, NULL, waits, NULL);
    return sem_destroy(&semaphore_);
}
C
"$RADDLE" cc -w -g -pthread m.c -o m
i=0
for kind in mutex rwlock condition "spin lock" barrier semaphore; do
    expect 1 "$RADDLE" test -j1 --fresh -n 1 --json report ./m $i
    object=${kind%% *}_
    case $kind in
    condition | barrier | semaphore)
        found=use-after-destroy said="$kind $object is used after it was destroyed" ;;
    *)
        found=mutex-misuse said="misuse of $kind $object: " ;;
    esac
    says "$said"
    equal "$(field report '[(f["kind"], "'"$said"'" in f["text"]) for f in r["findings"]]')" \
        "[('$found', True)]"
    i=$((i + 1))
done
# What a semaphore has not: a holder.
expect 1 "$RADDLE" test -j1 --fresh --keep-going -n 100 ./m 6
says "destroyed while a thread waits for it"
