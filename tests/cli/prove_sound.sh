# raddle prove never says "complete" and none failed of a program that can fail:
# objects whose touches are easily missed.
. "$(dirname "$0")/common.inc"
head='#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define GO(t, f, a) pthread_create(&t, 0, f, (void *)(a))
#define JOIN(t) pthread_join(t, 0)
static pthread_t t, u, v;
'
# fails NAME FINDING SOURCE: raddle prove -k finds it.
fails() {
    echo "$head $3" >"$1.c"
    "$RADDLE" cc -g -O1 -w -mcx16 -pthread "$1.c" -o "$1" -latomic
    expect 1 "$RADDLE" prove -k --fresh --no-shrink --json report "./$1"
    equal "$1: $(field report '" ".join({x["kind"] for x in failures})')" "$1: $2"
}
# unknown NAME REASON SOURCE: raddle prove does not explore it, and says so.
unknown() {
    echo "$head $3" >"$1.c"
    "$RADDLE" cc -g -O1 -w -pthread "$1.c" -o "$1"
    expect 3 "$RADDLE" prove --fresh --no-shrink --json report "./$1"
    equal "$1: $(field report 'r["complete"], {x["kind"] for x in r["incomplete_because"]}')" \
        "$1: (False, {'$2'})"
}

# Writers come first: a second lock of a reader waits for a writer that waits.
unknown writers operation 'static pthread_rwlock_t l;
void *a(void *p) { pthread_rwlock_rdlock(&l); pthread_rwlock_rdlock(&l);
pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); return p; }
void *b(void *p) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return p; }
int main(void) { pthread_rwlockattr_t at; pthread_rwlockattr_init(&at);
pthread_rwlockattr_setkind_np(&at, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
pthread_rwlock_init(&l, &at); GO(t, a, 0); GO(u, b, 0); JOIN(t); JOIN(u); }'
fails tryjoin abort 'void *a(void *p) { return p; }
int main(void) { GO(t, a, 0); if (pthread_tryjoin_np(t, 0) == EBUSY) JOIN(t); else abort(); }'
# A deadline that is over when the call begins.
unknown late time 'static sem_t s; static int x;
void *a(void *p) { sem_post(&s); return p; }
void *b(void *p) { struct timespec t = { 0 }; x = sem_timedwait(&s, &t); return p; }
int main(void) { sem_init(&s, 0, 0); GO(t, a, 0); GO(u, b, 0); JOIN(t); JOIN(u); assert(!x); }'
# What a read must wait for is not known where its descriptor was another one,
# or did not wait; unless it has been taken there.
descriptors='static int p[2], q[2]; static char c;
void *a(void *x) { if (read(p[0], &c, 1) < 0) c = 1; return x; }'
unknown another operation "$descriptors"'
void *b(void *x) { dup2(q[0], p[0]); write(q[1], "x", 1); return x; }
int main(void) { pipe(p); pipe(q); dup(p[0]); write(p[1], "a", 1);
GO(t, b, 0); GO(u, a, 0); JOIN(t); JOIN(u); if (c == 97) abort(); }'
unknown waits operation "$descriptors"'
void *b(void *x) { fcntl(p[0], F_SETFL, 0); write(p[1], "x", 1); return x; }
int main(void) { pipe(p); fcntl(p[0], F_SETFL, O_NONBLOCK);
GO(t, b, 0); GO(u, a, 0); JOIN(t); JOIN(u); if (c == 1) abort(); }'
fails taken abort "$descriptors"'
void *b(void *x) { dup2(q[0], p[0]); write(q[1], "x", 1); return x; }
int main(void) { pipe(p); pipe(q); dup(p[0]); write(p[1], "a", 1);
GO(u, a, 0); GO(t, b, 0); JOIN(t); JOIN(u); if (c == 97) abort(); }'
# A lock that is published before it is initialised; and one that is initialised
# again while others use it.
unknown published initialised 'static pthread_mutex_t l; static atomic_int f;
void *a(void *p) { f = 1; pthread_mutex_init(&l, 0); f = 2; return p; }
void *b(void *p) { if (f) { pthread_mutex_lock(&l); pthread_mutex_unlock(&l); } return p; }
int main(void) { GO(t, a, 0); GO(u, b, 0); JOIN(t); JOIN(u); }'
unknown again initialised 'static sem_t l;
void *a(void *p) { sem_init(&l, 0, 1); return p; }
void *b(void *p) { sem_post(&l); return p; }
int main(void) { sem_init(&l, 0, 0); GO(t, a, 0); GO(u, b, 0); JOIN(t); JOIN(u); }'
# Initialised first, then published: f is tested before or after, and the lock
# taken by one or the other first.
echo "$head"'static pthread_mutex_t l; static atomic_int f;
void *a(void *p) { pthread_mutex_init(&l, 0); f = 1;
pthread_mutex_lock(&l); pthread_mutex_unlock(&l); return p; }
void *b(void *p) { if (f) { pthread_mutex_lock(&l); pthread_mutex_unlock(&l); } return p; }
int main(void) { GO(t, a, 0); GO(u, b, 0); JOIN(t); JOIN(u); }' >ready.c
"$RADDLE" cc -g -O1 -pthread ready.c -o ready
expect 0 "$RADDLE" prove --fresh --json report ./ready
equal "$(field report 'r["complete"], r["interleavings"]')" "(True, 3)"
# Half of the granule is written in the step that frees it.
fails freed heap-use-after-free 'struct s { atomic_int a; int b; } *p;
void *a(void *q) { atomic_fetch_add(&p->a, 1); free(p); return q; }
void *b(void *q) { return (void *)(long)p->b; }
int main(void) { p = calloc(1, sizeof(*p)); GO(u, b, 0); GO(t, a, 0); JOIN(t); JOIN(u); }'
# A compare-and-swap of two granules.
fails cas16 assertion 'typedef unsigned __int128 u128; _Alignas(16) u128 x = 7; long w;
#define NEXT ((u128)1 << 64 | 3)
void *a(void *p) { u128 e = 7; __atomic_compare_exchange_n(&x, &e, NEXT, 0, 5, 5); return p; }
void *b(void *p) { u128 e = NEXT; __atomic_compare_exchange_n(&x, &e, 9, 0, 5, 5); return p; }
void *c(void *p) { w = __atomic_load_n((long *)&x, 5); return p; }
int main(void) { GO(u, b, 0); GO(v, c, 0); GO(t, a, 0); JOIN(t); JOIN(u); JOIN(v); assert(w != 9); }'
# A loop that allocates is not where it was.
fails grows assertion 'static atomic_int f;
void *a(void *p) { char *first = malloc(16);
while (!f) assert(labs((char *)malloc(16) - first) < 100); return p; }
int main(void) { GO(t, a, 0); f = 1; JOIN(t); }'
# State of the C library, which no page of the program holds.
fails sequence assertion 'static int got[2];
void *a(void *p) { *(int *)p = rand(); return 0; }
int main(void) { srand(1); int first = rand(); srand(1);
GO(t, a, &got[0]); GO(u, a, &got[1]); JOIN(t); JOIN(u); assert(got[0] == first); }'
# The kernel writes.
fails buffer assertion 'static char s[16]; static int fd, w;
void *a(void *p) { if (read(fd, s, 4) != 4) abort(); return p; }
void *b(void *p) { w = s[0]; return p; }
int main(void) { fd = open("/proc/self/exe", O_RDONLY); GO(u, b, 0); GO(t, a, 0);
JOIN(t); JOIN(u); assert(w == 0); }'
# More pages than raddle remembers.
unknown pages sharing '#include <sys/mman.h>
static char *m; static int *x;
void *a(void *p) { for (size_t i = 0; i < (400u << 20); i += 8192) m[i] = 1; return p; }
void *b(void *p) { int n = *x; *x = n + 1; return p; }
int main(void) { m = mmap(0, 401u << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
x = (int *)(m + (400u << 20)); GO(t, a, 0); JOIN(t); GO(u, b, 0); GO(v, b, 0); JOIN(u); JOIN(v);
if (*x != 2) abort(); }'
# Functions of the C library that use memory unseen.
unknown sorts library-calls 'static int x[2] = { 2, 1 };
int by(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
void *a(void *p) { qsort(x, 2, sizeof(x[0]), by); return p; }
int main(void) { GO(t, a, 0); if (x[0] == 1) write(1, "", 0); JOIN(t); }'
unknown prints library-calls 'int snprintf(char *, size_t, const char *, ...); static char s[8];
void *a(void *p) { snprintf(s, sizeof(s), "%d", 7); return p; }
int main(void) { GO(t, a, 0); if (s[0] == 55) write(1, "", 0); JOIN(t); }'
# A static of C++ is made by the first thread that comes.
cat >guard.cc <<'C'
#include <atomic>
#include <cstdlib>
#include <thread>
static std::atomic<int> first;
struct made { int by; explicit made(int x) : by(x) {} };
static int get(int x) { static made m(x); return m.by; }
int main() {
    std::thread a([] { first = get(1); }), b([] { get(2); });
    a.join();
    b.join();
    if (first == 2)
        abort();
}
C
"$RADDLE" c++ -g -O1 -pthread guard.cc -o guard
expect 3 "$RADDLE" prove --fresh --no-shrink --json report ./guard
equal "$(field report 'r["complete"], "library-calls" in {x["kind"] for x in r["incomplete_because"]}')" \
    "(False, True)"
# Parts that raddle cc did not compile: the link notes them, by their names; and
# assembler, which has no hooks.
cat >parts.c <<'C'
#include <assert.h>
#include <pthread.h>
int cnt;
void inc(void);
#ifdef TOP
__asm__(".text\n.globl inc\ninc: incl cnt(%rip)\nret\n");
#endif
static void *a(void *p) { inc(); return p; }
static void *b(void *p) { assert(cnt == 0); return p; }
int main(void) { pthread_t t, u; pthread_create(&u, 0, b, 0); pthread_create(&t, 0, a, 0);
pthread_join(t, 0); pthread_join(u, 0); return 0; }
C
echo 'extern int cnt; void inc(void); void inc(void) { cnt++; }' >inc.c
echo 'struct { unsigned a : 3, b : 5; } s; void inc(void); void inc(void) { s.a = 1; }' >bits.c
cat >hand.s <<'S'
 .text
 .globl inc
inc: incl cnt(%rip)
 ret
 .section .note.GNU-stack,"",@progbits
S
mkdir -p in
gcc -c inc.c -o inc.o
gcc -fsanitize=thread -c inc.c -o hooks.o
as hand.s -o as.o
"$RADDLE" cc -c hand.s -o hand.o
"$RADDLE" cc -c inc.c -o good.o
"$RADDLE" cc -g -O1 -S bits.c -o bits.s
"$RADDLE" cc -c bits.s -o bits.o
"$RADDLE" cc -r good.o -o joined.o 2>/dev/null
"$RADDLE" cc -r inc.o -o mixed.o 2>/dev/null
"$RADDLE" cc -g -O1 -c parts.c -o parts.o
ar rcs in/libinc.a inc.o
ar rcs in/libgood.a good.o
# part WORDS...: the places of a program of these.
part() {
    "$RADDLE" cc -pthread "$@" -o parts 2>/dev/null
    readelf -p .raddle.unhooked parts 2>/dev/null | sed -n 's/^ *\[ *[0-9a-f]*\]  *//p'
}
for way in inc.o hooks.o as.o mixed.o 'in/libinc.a' '-Lin -linc' '-Wl,inc.o' '-Xlinker inc.o' \
    '-Wl,--gc-sections inc.o'; do
    case "$(part parts.o $way)" in
    *inc*": compiled without raddle cc" | hooks.o:* | as.o:*) ;;
    *) fail "$way: the places are $(part parts.o $way)" ;;
    esac
done
equal "$(part parts.o hand.o)" inc
equal "$(part parts.o hand.s)" inc
equal "$(part parts.o bits.o | sed 's,.*/,,')" bits.c:1
for way in good.o joined.o in/libgood.a '-Lin -lgood' inc.c; do
    equal "$way: $(part parts.o $way)" "$way: "
done
for way in 'parts.o inc.o' 'parts.o hand.s' 'parts.o bits.o' '-g -O1 -DTOP parts.c'; do
    "$RADDLE" cc -pthread $way -o parts 2>/dev/null
    expect 3 "$RADDLE" prove --fresh --no-shrink --json report ./parts
    equal "$way: $(field report 'r["complete"], {x["kind"] for x in r["incomplete_because"]}')" \
        "$way: (False, {'unhooked'})"
done
# counts NAME INTERLEAVINGS FAILED SOURCE: raddle prove explores so many, counted
# by hand, of which so many fail.
counts() {
    echo "$head $4" >"$1.c"
    "$RADDLE" cc -g -O1 -w -pthread "$1.c" -o "$1"
    "$RADDLE" prove -k --fresh --no-shrink --json report "./$1" >out 2>&1 || :
    equal "$1: $(field report 'r["complete"], r["interleavings"], r["failed"]')" \
        "$1: (True, $2, $3)"
}
# The other thread begins (b), registers (r) and ends (e); main's exit reads the
# list (l), then ends the process (p).  r before l: e before or after p, and both
# fail.  l before r: p behind l, b, r or e.
for register in 'atexit(f)' 'on_exit((void (*)(int, void *))f, 0)'; do
    counts registers 6 2 "void f(void) { abort(); }
void *a(void *p) { $register; return p; }
int main(void) { GO(t, a, 0); return 0; }"
done
# A handler with steps of its own: the list is read again behind it.
echo "$head"'static atomic_int x;
void f(void) { x++; }
void g(void) { x++; }
void *a(void *p) { x++; atexit(g); return p; }
int main(void) { atexit(f); GO(t, a, 0); return 0; }' >late.c
"$RADDLE" cc -g -O1 -pthread late.c -o late
expect 3 "$RADDLE" prove --fresh --json report ./late
equal "$(field report '"library-calls" in {x["kind"] for x in r["incomplete_because"]}')" True
# The try comes behind the end of the thread that it tries, and succeeds; or
# before: then that thread ends before main is done, has begun, or has not.
counts tryjoin_other 4 3 'static int got;
void *a(void *p) { return p; }
void *b(void *p) { got = pthread_tryjoin_np(t, 0); return p; }
int main(void) { GO(t, a, 0); GO(u, b, 0); JOIN(u); assert(got == 0); }'
# join and detach of a std::thread clear what joinable() reads: it comes before
# or after.  A thread that is detached begins and ends before the process does,
# only begins, or neither.
joinable() {
    echo '#include <cstdlib>
#include <thread>
static std::thread x;
static int got;
int main() { x = std::thread([] {}); std::thread y([] { got = x.joinable(); });
x.'"$1"'(); y.join(); if (got) abort(); }' >"$1.cc"
    "$RADDLE" c++ -g -O1 -pthread "$1.cc" -o "$1"
    "$RADDLE" prove -k --fresh --no-shrink --json report "./$1" >out 2>&1 || :
    equal "$1: $(field report 'r["complete"], r["interleavings"], r["failed"]')" \
        "$1: (True, $2, $3)"
}
joinable join 2 1
joinable detach 6 3
# A key that another thread may use, or have used, when it is deleted; one that
# nobody can use before it is created, nor after it is deleted.
unknown key_deleted operation 'static pthread_key_t k;
void *a(void *p) { pthread_key_delete(k); return p; }
int main(void) { pthread_key_create(&k, 0); GO(t, a, 0);
assert(pthread_setspecific(k, &t) == 0); JOIN(t); }'
unknown key_created operation 'static pthread_key_t k;
void *a(void *p) { pthread_key_create(&k, 0); return p; }
int main(void) { GO(t, a, 0); assert(pthread_setspecific(0, &t) != 0); JOIN(t); }'
counts key_once 2 0 'static pthread_key_t k; static pthread_once_t o;
void make(void) { pthread_key_create(&k, 0); }
void *a(void *p) { pthread_once(&o, make); assert(!pthread_setspecific(k, p)); return p; }
int main(void) { GO(t, a, 0); GO(u, a, 0); JOIN(t); JOIN(u); pthread_key_delete(k); }'
# What a system call reads beside its buffers: where they are, an offset, a time.
fails iov assertion '#include <sys/uio.h>
static char b; static struct iovec vec = { &b, 1 }; static int p[2];
void *a(void *q) { vec.iov_len = 0; return q; }
int main(void) { pipe(p); GO(t, a, 0); assert(writev(p[1], &vec, 1) == 1); JOIN(t); }'
unknown message library-calls '#include <sys/socket.h>
static char b; static struct iovec vec = { &b, 1 }; static int p[2];
static struct msghdr m = { .msg_iov = &vec, .msg_iovlen = 1 };
void *a(void *q) { m.msg_iovlen = 0; return q; }
int main(void) { socketpair(AF_UNIX, SOCK_DGRAM, 0, p); GO(t, a, 0);
assert(sendmsg(p[0], &m, 0) == 1); JOIN(t); }'
unknown offset library-calls '#include <sys/sendfile.h>
static off_t at; static int p[2];
void *a(void *q) { at = 6; return q; }
int main(void) { char c = 0; int fd = open("/etc/passwd", O_RDONLY); pipe(p); GO(t, a, 0);
sendfile(p[1], fd, &at, 1); read(p[0], &c, 1); assert(c == '"'r'"'); JOIN(t); }'
unknown timer library-calls '#include <sys/timerfd.h>
static int fd;
void *a(void *q) { struct itimerspec s = { { 0, 0 }, { 50, 0 } };
timerfd_settime(fd, 0, &s, 0); return q; }
int main(void) { struct itimerspec s; fd = timerfd_create(CLOCK_MONOTONIC, 0); GO(t, a, 0);
timerfd_gettime(fd, &s); assert(s.it_value.tv_sec == 0); JOIN(t); }'
fails timer_set assertion '#include <sys/timerfd.h>
static struct itimerspec s = { { 0, 0 }, { 50, 0 } }; static int fd;
void *a(void *q) { s.it_value.tv_nsec = -1; return q; }
int main(void) { fd = timerfd_create(CLOCK_MONOTONIC, 0); GO(t, a, 0);
assert(timerfd_settime(fd, 0, &s, 0) == 0); JOIN(t); }'
unknown mapped library-calls '#include <sys/mman.h>
static char *page;
void *a(void *q) { *page = 1; return q; }
int main(void) { char c = 9; int fd = open("/dev/shm", O_TMPFILE | O_RDWR, 0600);
pwrite(fd, "", 1, 4000); page = mmap(0, 4096, 3, MAP_SHARED, fd, 0); GO(t, a, 0);
pread(fd, &c, 1, 0); assert(c == 0); JOIN(t); }'
# A loop comes back to the same state, but for how many random bytes it drew.
fails draws abort '#include <sys/random.h>
static atomic_int f;
static int drawn(void) { unsigned w; getrandom(&w, sizeof(w), 0); int got = w % 8 == 0;
*(volatile unsigned *)&w = 0; return got; }
void *a(void *p) { while (!f) if (drawn()) abort(); return p; }
int main(void) { GO(t, a, 0); f = 1; JOIN(t); }'
