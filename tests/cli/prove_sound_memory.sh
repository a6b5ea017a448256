# Memory and string functions of a fixed size, which a compiler may expand
# inline: raddle prove runs both orders of the call and of an access of another
# thread, and finds the one that fails.
. "$(dirname "$0")/common.inc"
cat >memory.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static char g[64], zeros[64], ones[64], eights[] = "88888888";
static int what;
static volatile int result;
struct big { int a[6]; };
static struct big big, other;
/* The names that the test calls, in the order of its arguments. */
#define WRITES(W)                                                              \
    W(memset, memset(g, '8', 40))                                              \
    W(memcpy, memcpy(g, ones, 40))                                             \
    W(memcpy4, memcpy(g, ones, 4))                                             \
    W(memmove, memmove(g, ones, 40))                                           \
    W(mempcpy, mempcpy(g, ones, 24))                                           \
    W(bcopy, bcopy(ones, g, 24))                                               \
    W(bzero, bzero(g + 8, 24))                                                 \
    W(strcpy, strcpy(g, "88888888"))                                           \
    W(stpcpy, stpcpy(g, "8888888"))                                            \
    W(strncpy, strncpy(g, "8888888888", 12))                                   \
    W(stpncpy, stpncpy(g, "8888888888", 12))                                   \
    W(strcat, strcat(g, "88888"))                                              \
    W(strncat, strncat(g, "88888", 3))                                         \
    W(assign, big = other)                                                     \
    W(zeroed, big = (struct big){ { 1 } })
#define READS(R)                                                               \
    R(memcmp4, memcmp(g, zeros, 4) != 0)                                       \
    R(memcmp16, memcmp(g, zeros, 16) != 0)                                     \
    R(bcmp, bcmp(g, zeros, 16) != 0)                                           \
    R(strcmp, strcmp(g, "") != 0)                                              \
    R(strncmp, strncmp(g, "", 3) != 0)                                         \
    R(strlen, strlen(g) != 0)                                                  \
    R(strchr, *strchr(g, '\0') != *g || g == strchr(g, '8'))                   \
    R(memchr, memchr(g, '8', 4) != NULL)                                       \
    R(strdup, *strdup(g) != 0)
enum {
#define W(name, call) name##_,
    WRITES(W) READS(W)
#undef W
};
static const char *const names[] = {
#define W(name, call) #name,
    WRITES(W) READS(W)
#undef W
};
static void *does(void *p)
{
    switch (what) {
#define W(name, call)                                                          \
    case name##_:                                                              \
        (void)(call);                                                          \
        break;
        WRITES(W)
#undef W
#define R(name, call)                                                          \
    case name##_:                                                              \
        result = (call);                                                       \
        break;
        READS(R)
#undef R
    }
    return p;
}
static void *sees(void *p)
{
    if (what < memcmp4_)
        result = what == bzero_     ? g[8] == 0
                 : what >= assign_ ? big.a[0] != 0
                                   : g[0] != 0;
    else
        g[0] = '8';
    return p;
}
int main(int argc, char **argv)
{
    pthread_t t, u;
    (void)argc;
    while (*names[what] != *argv[1] || strcasecmp(names[what], argv[1]) != 0)
        what++;
    for (int i = 0; i < 64; i++)
        ones[i] = '8';
    for (int i = 0; i < 6; i++)
        other.a[i] = 1;
    g[8] = what == bzero_;
    pthread_create(&u, 0, sees, 0);
    pthread_create(&t, 0, does, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(!result);
    return eights[0] == 0;
}
C
"$RADDLE" cc -g -O2 -pthread memory.c -o memory
names=$(sed -n 's/^    [WR](\([a-z0-9]*\), .*/\1/p' memory.c)
[ "$(echo "$names" | wc -l)" = 24 ] || fail "the names are $names"
for name in $names; do
    expect 1 "$RADDLE" prove -q -k --fresh --no-shrink --json report ./memory "$name"
    case $name in
    strchr) orders="(True, 5, 4)" ;; # it reads three times
    zeroed) orders="(True, 3, 1)" ;; # the whole, then its first part
    *) orders="(True, 2, 1)" ;;
    esac
    equal "$name $(field report 'r["complete"], r["interleavings"], r["failed"]')" "$name $orders"
done

# What a copy reads may change before it writes.
cat >between.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char to[300], from[300];
static volatile int n = 200;
static void *copies(void *p)
{
    COPY;
    return p;
}
static int old;
static void *changes(void *p)
{
    from[0] = 'b';
    old = to[0] == 'c';
    return p;
}
int main(void)
{
    pthread_t t, u;
    memset(to, 'c', 250);
    memset(from, 'a', 250);
    pthread_create(&t, 0, copies, 0);
    pthread_create(&u, 0, changes, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(!old || to[0] != 'a');
}
C
for copy in 'memcpy(to, from, n)' 'memmove(to, from, n)' 'strcpy(to, from)' 'strncpy(to, from, n)' 'bcopy(from, to, n)'; do
    "$RADDLE" cc -g -O1 -pthread -DCOPY="$copy" between.c -o between
    # Both orders of the accesses to `from`, times both of those to `to`.
    expect 1 "$RADDLE" prove -q -k --fresh --no-shrink --json report ./between
    equal "$copy $(field report 'r["complete"], r["interleavings"], r["failed"]')" "$copy (True, 4, 1)"
done

# In raddle test the scheduler saves what was read before others run: another
# thread, or a handler that copies, too.
cat >saved.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
static char from[8] = "1", to[8] = "0", mine[8] = "5";
static char seen;
static volatile char *const first = to;
static void handler(int s)
{
    char copy[8];
    (void)s;
    memcpy(copy, mine, sizeof(copy));
    memcpy(mine, copy, sizeof(mine));
    from[0] = '9';
}
static void *copies(void *p)
{
    memcpy(to, from, sizeof(to));
    assert(to[0] == '1' || to[0] == '9');
    return p;
}
int main(int argc, char **argv)
{
    pthread_t t;
    (void)argv;
    signal(SIGUSR1, handler);
    pthread_create(&t, 0, copies, 0);
    if (argc > 1) {
        pthread_kill(t, SIGUSR1);
    } else {
        from[0] = '9';
        seen = *first;
        assert(seen != '0' || *first != '1');
    }
    pthread_join(t, 0);
    return 0;
}
C
"$RADDLE" cc -g -O1 -fno-builtin -pthread saved.c -o saved
expect 1 "$RADDLE" test -q --fresh --no-shrink --races=off -n 1000 ./saved
expect 0 "$RADDLE" test -q --fresh --no-shrink --races=off -n 1000 ./saved kill

# What still has no hook: raddle says where, in the program and in a library.
cat >pair.c <<'C'
struct pair { long x, y; } pair;
__attribute__((noinline)) static struct pair next(struct pair p) { p.x++; return p; }
void advance(void);
void advance(void)
{
    pair = next(pair);
}
C
cat >main.c <<'C'
#include <assert.h>
#include <pthread.h>
extern struct pair { long x, y; } pair;
void advance(void);
static void *run(void *p) { advance(); return p; }
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, run, 0);
    pthread_create(&u, 0, run, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(pair.x == 2);
}
C
"$RADDLE" cc -g -O1 -pthread main.c pair.c -o program
"$RADDLE" cc -g -O1 -fPIC -shared pair.c -o libpair.so
"$RADDLE" cc -g -O1 -pthread main.c -L. -lpair -Wl,-rpath,"$PWD" -o linked
for program in program linked; do
    expect 3 "$RADDLE" prove -q --fresh --json report ./$program
    equal "$program $(field report '[x["kind"] for x in r["incomplete_because"] if "pair.c:6" in x["text"]]')" \
        "$program ['unhooked']"
done

# A function gets a local variable by value whose address another thread has.
cat >value.c <<'C'
#include <assert.h>
#include <pthread.h>
struct large { int a[6]; };
__attribute__((noinline)) static int taken(struct large s) { return s.a[0] + s.a[3]; }
static void *writes(void *p) { ((struct large *)p)->a[3] = 7; return 0; }
int main(void)
{
    struct large l = { { 0 } };
    pthread_t t;
    pthread_create(&t, 0, writes, &l);
    assert(taken(l) != 7);
    pthread_join(t, 0);
    return 0;
}
C
"$RADDLE" cc -g -O1 -pthread value.c -o value
expect 3 "$RADDLE" prove -q --fresh --json report ./value
equal "$(field report '[x["kind"] for x in r["incomplete_because"] if "value.c:11" in x["text"]]')" "['unhooked']"
