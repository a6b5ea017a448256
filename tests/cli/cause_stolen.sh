# A wake-up that another thread made useless; and what is not said of a cause
# because it is said already, or has nothing to do with it.
. "$(dirname "$0")/facts.inc"

# main_of_pool COUNT WAIT LAST: the end of a program whose two workers are given
# something twice, and told to stop.  COUNT: of the workers; WAIT, LAST:
# statements before that, and when they have ended.
main_of_pool() {
    cat <<C
static void give(void)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&m);
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < $1; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    give();
    give();
    pthread_mutex_lock(&m);
    $2
    stop = 1;
    pthread_cond_broadcast(&work);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    $3
    return 0;
}
C
}

# Workers go round: the thief takes both, and waits again.  What main counts to
# when it makes the threads is nobody else's.
cat >pool.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t fin = PTHREAD_COND_INITIALIZER;
static int n, done, stop, workers = 2;
static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (n == 0 && !stop)
            pthread_cond_wait(&work, &m);
        if (stop) {
            pthread_mutex_unlock(&m);
            return arg;
        }
        assert(n > 0);
        n--;
        done++;
        pthread_cond_signal(&fin);
        pthread_mutex_unlock(&m);
    }
}
C
main_of_pool workers 'while (done < 2) pthread_cond_wait(&fin, &m);' '' >>pool.c
for seed in 1 2 3 4; do
    matches "$(explains pool --fresh --seed $seed --no-spurious)" \
        "no-retest tried -: changer 18, waker 28<*, wait 12, read 11"
done

# Nothing is said behind it: what main does in between is no matter.
cat >list.c <<'C'
#include <pthread.h>
#include <stdlib.h>
struct job {
    struct job *next;
    int v;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct job *head;
static void *take(void *arg)
{
    pthread_mutex_lock(&m);
    if (head == NULL)
        pthread_cond_wait(&c, &m);
    struct job *j = head;
    head = j->next;
    pthread_mutex_unlock(&m);
    free(j);
    return arg;
}
static void give(void)
{
    struct job *j = malloc(sizeof *j);
    pthread_mutex_lock(&m);
    j->next = head;
    head = j;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, take, NULL);
    give();
    give();
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
C
matches "$(explains list --no-spurious)" "no-retest tried -: changer 16, waker 27<35, wait 14, read 13"

# The one that signals takes it back itself, and who notices is another thread
# than the one that was woken.
cat >slots.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int slots = 1, least = 1;
static void *use(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        if (slots == 0)
            pthread_cond_wait(&c, &m);
        slots--;
        least = slots < least ? slots : least;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        slots++;
        pthread_cond_signal(&c);
        pthread_mutex_unlock(&m);
    }
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, use, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(least >= 0);
    return 0;
}
C
matches "$(explains slots --no-spurious)" \
    "no-retest tried -: changer 12, waker 17, wait 11, read 10"

# Both orders fail: main's broadcast wakes a worker for which there is nothing.
# Who notices is main.
cat >extra.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int waiting, empty = 1, stop, done;
static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        waiting++;
        pthread_cond_signal(&ready);
        if (empty) {
            if (stop) {
                pthread_mutex_unlock(&m);
                return arg;
            }
            pthread_cond_wait(&work, &m);
        }
        empty = 1;
        done++;
        pthread_mutex_unlock(&m);
    }
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    pthread_mutex_lock(&m);
    while (waiting < 2)
        pthread_cond_wait(&ready, &m);
    empty = 0;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_cond_broadcast(&work);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(done == 1);
    return 0;
}
C
matches "$(explains extra --no-spurious)" \
    "no-retest seen -: changer 20, waker *, wait 18, read 13"

# A thread that tests again, and waits again or has other reason to go on, was
# not robbed of its wake-up: a loop would be no help.
cat >vain.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int n, stop, vain;
static void *worker(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&m);
        while (n == 0 && !stop) {
            pthread_cond_wait(&work, &m);
            vain += n == 0 && !stop;
        }
        if (stop && n == 0) {
            pthread_mutex_unlock(&m);
            return arg;
        }
        n--;
        pthread_mutex_unlock(&m);
    }
}
C
main_of_pool 2 '' 'assert(vain == 0);' >>vain.c
cat >stop.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int n, stop, got, waited, stolen;
static void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    while (n == 0 && !stop) {
        waited = 1;
        pthread_cond_wait(&work, &m);
    }
    got = n;
    pthread_mutex_unlock(&m);
    return arg;
}
static void *thief(void *arg)
{
    pthread_mutex_lock(&m);
    stolen = n > 0 && waited;
    n = 0;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, worker, NULL);
    pthread_create(&t[1], NULL, thief, NULL);
    pthread_mutex_lock(&m);
    n++;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    stop = 1;
    pthread_cond_broadcast(&work);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(got > 0 || !stolen);
    return 0;
}
C
for name in vain stop; do
    case $(explains $name --no-spurious) in
    *no-retest*) fail "$name tests again" ;;
    esac
done
# Nor is it the order of what the worker did and main reads when it has ended.
! grep -q '"text": "read got"' report || fail "cannot be the other way round"

# What passes is said once: where the other's turn may be as well, not also of
# an access of that turn.
cat >lazy.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct cfg {
    int port;
};
static struct cfg *cfg;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct cfg *get(void)
{
    if (cfg == NULL) {
        pthread_mutex_lock(&m);
        if (cfg == NULL) {
            cfg = calloc(1, sizeof *cfg);
            cfg->port = 8080;
        }
        pthread_mutex_unlock(&m);
    }
    return cfg;
}
static void *use(void *arg)
{
    assert(get()->port == 8080);
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, use, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    free(cfg);
    return 0;
}
C
matches "$(explains lazy --no-spurious)" "window tried both: *"

# A turn in which a thread comes to one place several times comes before only
# when all of them do.
cat >hits.c <<'C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long hits;
static void hit(void)
{
    pthread_mutex_lock(&m);
    hits++;
    pthread_mutex_unlock(&m);
}
static void hit_fast(void)
{
    hits++;
}
static void *worker(void *arg)
{
    for (int i = 0; i < 3; i++) {
        if (arg != NULL && i == 1)
            hit_fast();
        else
            hit();
    }
    return NULL;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, worker, i == 2 ? &hits : NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(hits == 9);
    return 0;
}
C
matches "$(explains hits --no-spurious)" "lost-update tried both: *"
