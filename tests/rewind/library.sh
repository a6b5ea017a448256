# Data of shared libraries, linked or loaded before main, with constructors of
# their own, instrumented or not: as it was at main.
. "$(dirname "$0")/common.inc"
cat >state.c <<'C'
#include <stdlib.h>
#include <string.h>
int NAME(state) = 5;
static int zeroed[5000];
static char *block;
static __thread int own = 3;
int *NAME(pointer) = &zeroed[7];
__attribute__((constructor)) static void begin(void)
{
    block = malloc(30);
    strcpy(block, "early");
}
/* 0, or what is not as it was at main; and then it is not any more. */
int NAME(check)(void)
{
    int wrong = NAME(state) != 5           ? 1
                : zeroed[4999] != 0        ? 2
                : strcmp(block, "early")   ? 3
                : own != 3                 ? 4
                : NAME(pointer) != &zeroed[7] ? 5
                                           : 0;
    NAME(state)++;
    zeroed[4999]++;
    strcpy(block, "late");
    own = 4;
    NAME(pointer) = NULL;
    return wrong;
}
C
cat >main.c <<'C'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
int plain_check(void), hooked_check(void);
extern int plain_state, hooked_state;
static int (*loaded_check)(void);
static int met;
__attribute__((constructor)) static void begin(void)
{
    void *library = dlopen("./libloaded.so", RTLD_NOW);
    assert(library != NULL);
    *(void **)&loaded_check = dlsym(library, "loaded_check");
}
static void *meet(void *argument)
{
    met++;
    return argument;
}
int main(void)
{
    pthread_t a, b;
    assert(plain_state == 5 && hooked_state == 5);
    assert(plain_check() == 0 && hooked_check() == 0 && loaded_check() == 0);
    assert(plain_state == 6 && hooked_state == 6);
    pthread_create(&a, NULL, meet, NULL);
    pthread_create(&b, NULL, meet, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
gcc -g -O1 -fPIC -shared '-DNAME(x)=plain_##x' state.c -o libplain.so
"$RADDLE" cc -g -O1 -fPIC -shared '-DNAME(x)=hooked_##x' state.c -o libhooked.so
"$RADDLE" cc -g -O1 -fPIC -shared '-DNAME(x)=loaded_##x' state.c -o libloaded.so
"$RADDLE" cc -g -O1 -pthread main.c -L. -lplain -lhooked -Wl,-rpath,. -o main
for track in $trackers; do
    expect 0 "$RADDLE" test -n 500 --isolation rewind --track $track \
        --jobs 1 --json report ./main
    equal "$(field report 'r["isolation"], r["deterministic"]')" "('rewind', True)"
done
# A library that a thread loads, with a function that raddle intercepts: it lies
# elsewhere if another thread has loaded another one before.
cat >during.c <<'C'
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *load(void *name)
{
    int (*use)(void);
    void *library;
    pthread_mutex_lock(&lock);
    library = dlopen(name, RTLD_NOW);
    assert(library != NULL);
    *(void **)&use = dlsym(library, "use");
    assert(use() == 42);
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, load, "./libother.so");
    pthread_create(&b, NULL, load, "./libuser.so");
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
echo 'int use(void) { return 42; }' | gcc -fPIC -shared -xc - -o libother.so
echo 'int g_async_queue_length(int *queue) { return *queue; }' |
    gcc -fPIC -shared -xc - -o libqueue.so
gcc -fPIC -shared -xc - -o libuser.so -L. -lqueue -Wl,-rpath,. <<'C'
int g_async_queue_length(int *queue);
int use(void) { int queue = 42; return g_async_queue_length(&queue); }
C
"$RADDLE" cc -g -O1 -pthread during.c -o during
expect 0 "$RADDLE" test -n 100 --isolation rewind --jobs 1 --json report ./during
equal "$(field report 'r["isolation"], r["deterministic"]')" "('rewind', True)"
