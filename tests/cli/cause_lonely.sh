# A window may seem to begin where its thread reads what no other thread comes
# to: it only stands there, and is not told.
. "$(dirname "$0")/facts.inc"

# Main counts to s.workers when it makes threads, in the same eight bytes as
# s.ready, which they look at; then it is preempted, and they come too early.
cat >early.c <<'C'
#include <assert.h>
#include <pthread.h>
static struct {
    int ready, workers;
} s __attribute__((aligned(8))) = { 0, 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int n;
static int early, torn, sum;
static void *run(void *arg)
{
    pthread_mutex_lock(&m);
    early += !s.ready;
    pthread_mutex_unlock(&m);
    MORE;
    return arg;
}
static int take(void)
{
    return n;
}
static void *look(void *arg)
{
    int seen = take();
    torn = seen != take();
    return arg;
}
static void *change(void *arg)
{
    n = 1;
    return arg;
}
int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], NULL, look, NULL);
    pthread_create(&t[1], NULL, change, NULL);
    for (int i = 0; i < s.workers; i++)
        pthread_create(&t[2 + i], NULL, run, NULL);
    pthread_mutex_lock(&m);
    s.ready = 1;
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert(early == 0 || PASSES);
    return 0;
}
C
# explains_early NAME MORE PASSES: the facts of early.c with these.
explains_early() {
    sed "s/MORE/$2/; s/PASSES/$3/" early.c >"$1.c"
    explains "$1"
}
# Instead of the window the order is told that is in it; another window is told
# before it, and it is not told behind another.
matches "$(explains_early order '' 0)" "order tried -: earlier 12, *"
matches "$(explains_early torn '' '!torn')" "window tried *: *, inner-first 29, *"
matches "$(explains_early lost 'sum++' 'sum == 2')" \
    "lost-update tried *: *, inner-first 14, *"
! grep -qF 's.workers' report || fail "it is about what nobody else comes to"
