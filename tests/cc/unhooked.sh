#!/bin/sh
# Accesses that a compiler gives no hook are noted in the object, and no others.
# A line with // has such an access: // gcc, // clang or // both.
. "$(dirname "$0")/common.inc"

cat >unhooked.c <<'C'
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
struct pair { long x, y; };
struct large { long x[6]; };
struct bits { unsigned a : 3, b : 5; };
extern struct pair pair, get_pair(void);
extern struct large large, get_large(void);
extern struct bits bits;
extern void take_pair(struct pair), take_large(struct large), escape(void *);
extern long double precise;
extern int n, array[][8];
extern const char *const names[];
static const int table[] = { 3, 1, 4, 1, 5 };
static _Thread_local int own;
char text[64];
typedef int four __attribute__((vector_size(16)));
extern four vector, vectors[4];

/* Without a hook. */
void returned(void) { pair = get_pair(); } // gcc
void returned_large(void) { large = get_large(); } // gcc
void passed(void) { take_pair(pair); } // gcc
void passed_large(void) { take_large(large); } // both
void bit_field(void) { bits.b = 3; } // gcc
void built_in(void) { __builtin_memset(text, 0, 40); } // gcc
__attribute__((no_sanitize("thread"))) void plain(void) { n = 1; } // both
void add_long_double(void) { precise += 1; } // clang
void assembler(void) { __asm__ volatile("incl %0" : "+m"(n)); } // both
unsigned random_bits(void) { unsigned char got; unsigned k; __asm__ volatile("rdrand %0; setc %1" : "=r"(k), "=q"(got)); return k + got; } // both
void not_decoded(int k) { if (k == 0) __asm__ volatile(".byte 0x06"); escape(&k); } // both
#define E(i) escape(&a[i]);
#define E8(i) E(i) E(i + 1) E(i + 2) E(i + 3) E(i + 4) E(i + 5) E(i + 6) E(i + 7)
void few_escape(void) { int a[72]; E8(0) E8(8) E8(16) E8(24) E8(32) E8(40) E8(48) E8(56) }
void many_escape(void) { int a[72]; E8(0) E8(8) E8(16) E8(24) E8(32) E8(40) E8(48) E8(56) E8(64) } // both

extern struct large *volatile published;
__attribute__((noinline)) static void publish(struct large *p) { published = p; }
__attribute__((noinline)) static void forwards(int k, struct large *p) { if (k) publish(p); }
void stored(void) { struct large l = { { n } }; published = &l; take_large(l); } // both
void handed_on(void) { struct large l = { { n } }; forwards(n, &l); take_large(l); } // both
void given(void) { struct large l = { { n } }; escape(&l); take_large(l); } // both
void in_another(void) { struct { void *a, *b; } t; struct large l = { { n } }; t.a = &l; t.b = &t; escape(&t); take_large(l); } // both
void in_thread(void) { pthread_t t; struct large l = { { n } }; pthread_create(&t, 0, 0, &l); take_large(l); } // both
struct large makes(int);
void result_too(void) { struct large l = makes(1); escape(&l); take_large(l); } // both
void in_atomic(_Atomic(void *) *p) { struct large l = { { n } }; atomic_store(p, &l); take_large(l); } // both
struct many { struct large *p; long rest[30]; };
extern struct many many;
void written(void) { struct large l = { { n } }, *p = &l; if (write(n, &p, sizeof(p)) > 0) take_large(l); } // both
void written_in(void) { struct large l = { { n } }; struct { void *p; long k; } t = { &l, n }; struct iovec v[2] = { { text, 1 }, { &t, sizeof(t) } };
    if (writev(n, v, 2) > 0) take_large(l); } // both
void queued(void) { struct large l = { { n } }; sigqueue(n, 10, (union sigval){ .sival_ptr = &l }); take_large(l); } // both
void compress(struct large *); /* zlib has one, too */
void named_alike(void) { struct large l = { { n } }; compress(&l); take_large(l); } // both
void copied(void) { struct large l = { { n } }; struct many m = { .p = &l, .rest[3] = n }; many = m; take_large(l); } // both

/* With hooks, or nobody else's. */
__attribute__((noinline)) static void keeps(struct large *p) { p->x[1] = n; }
void used(void) { struct large l = { { n } }; keeps(&l); take_large(l); }
void filled(void) { struct large l; memset(&l, n, sizeof(l)); take_large(l); }
void copied_beside(void) { struct large l = { { n } }; struct many m = { .p = &l }; long k[9] = { n }; memcpy(text, k, sizeof(k)); keeps(m.p); take_large(l); }
void indexed(int k) { int a[8], b[8] = { n }; for (int i = 0; i < 8; i++) a[i] = b[k & 7]; escape(a); for (int i = 0; i < k; i++) n += a[i]; }
void member(int k) { struct large l = { { k } }; escape(&l); l.x[2] = k; n += (int)l.x[k & 1]; }
void calls(void) { memset(text, 0, 40); memcpy(text, "abcdefghijk", 7); strcpy(text, "abc"); }
int compares(void) { return memcmp(text, "abcd", 4) == 0 || strcmp(text, "ab") == 0; }
int sums(const int *p, int k) { int s = 0; for (int i = 0; i < k; i++) s += p[i] * array[i][k]; return s; }
int tables(int i) { return table[i % 5] + own++; }
int switches(int i) { switch (i) { case 0: return n; case 1: return 7; case 2: n = 1; return 9;
    case 3: return array[1][1]; case 4: n++; return 2; case 5: return n + 5; } return 0; }
void copies(struct large *p) { struct large copy = *p; copy.x[1]++; escape(&copy); *p = copy; }
void variable(int k) { int a[k]; a[0] = k; escape(a); n = a[k - 1]; }
void vectors_too(void) { vector += vectors[n & 3]; }
struct large makes(int k) { struct large l = { { k } }; l.x[k & 3] = n; return l; }
int uses(void) { struct large l = makes(3); return (int)l.x[2]; }
void linked(struct node *);
struct node { struct node *next; _Alignas(16) char pad[16]; int value; };
int walk(const struct node *p) { int s = 0; while (p != NULL) { s += p->value; p = p->next; } return s; }
int atomics(_Atomic long *p, atomic_char *q) { return (int)atomic_fetch_add(p, 1) + atomic_load(q) +
    atomic_exchange(q, 1) + (*p)--; }
int variadic(int k, ...) { va_list l; va_start(l, k); int v = va_arg(l, int); va_end(l); return v + n; }
void *aligned(void) { _Alignas(64) char a[64]; escape(a); a[3] = (char)n; return malloc((size_t)a[3]); }
int self(void) { static pthread_t first; return pthread_equal(first, pthread_self()); }
C
for c in $compilers; do
    for level in -O0 -O1 -O2 -O3; do
        # Lines that differ with the level: gcc loads a long double with a hook,
        # and clang passes a pair in registers with one.
        cc --cc=$c $level -Wno-everything -Wno-unknown-warning-option -w -c unhooked.c
        grep -n "// \($c\|both\)\$" unhooked.c | cut -d: -f1 >wanted
        readelf -p .raddle.unhooked unhooked.o |
            sed -n 's/.*unhooked.c:\([0-9]*\)$/\1/p' | sort -n >found
        cmp -s wanted found || fail "$c $level: $(diff wanted found)"
    done
done

# A member of a local variable that another thread may have the address of.
for c in $compilers; do
    for level in -O0 -O2; do
        echo 'struct s { long a, b; }; extern void escape(struct s *);' \
            'void writes(long k) { struct s l; escape(&l); l.b = k; escape(&l); }' >member.c
        cc --cc=$c $level -c member.c
        readelf -rW member.o | grep -q __tsan_write8 || fail "$c $level: no hook for a member"
    done
done

# A method that another object defines is no function of the C++ library.
cat >method.cc <<'C'
struct large { long x[6]; };
struct box { large *p; void put(large *); };
extern box b;
extern int n;
long take(large);
void puts() { large l = { { n } }; b.put(&l); take(l); }
C
for c in g++ clang++; do
    "$RADDLE" c++ --cc=$c -O1 -g -c method.cc
    readelf -p .raddle.unhooked method.o 2>/dev/null | grep -q 'method.cc:6' ||
        fail "$c: a method of another object"
done

# gcc may let a function write the structure that it returns straight into a
# variable; also if another function hands the place on.
for how in whole local; do
    cat >straight.c <<C
struct large { long x[6]; };
static struct large whole;
long escape(struct large *), read_it(void);
static __attribute__((noinline)) struct large make(long k) { struct large l = { { k, k, k, k } }; return l; }
static __attribute__((noinline)) struct large forward(long k) { return make(k + 1); }
void direct(void) { struct large local = make(1); escape(&local); $how = local; local = make(2); escape(&local); }
void straight(void) { struct large local; $how = forward(3); escape(&local); }
long read_it(void) { return whole.x[1]; }
C
    for level in -O1 -O2 -O3; do
        cc --cc=gcc $level -g -w -c straight.c
        readelf -p .raddle.unhooked straight.o 2>/dev/null | grep -c 'straight.c:' >found || true
        case $how in
        whole) [ "$(cat found)" -gt 0 ] || fail "$level: written without a hook, and not noticed" ;;
        local) [ "$(cat found)" = 0 ] || fail "$level: a local variable" ;;
        esac
    done
done

# Where the second object of gcc cannot be written over the first one, there is
# an error and not half an object.
cat >compiler <<'SH'
#!/bin/sh
ulimit -S -f unlimited
exec gcc "$@"
SH
chmod +x compiler
cat >again.c <<'C'
#include <string.h>
char text[64];
void clear(void) { memset(text, 0, 40); }
C
(ulimit -S -f 1 && "$RADDLE" cc --cc="$PWD/compiler" -O2 -c again.c 2>said) &&
    fail "an object was not written, and raddle cc goes on"
grep -q 'again\.o' said || fail "the object is not named: $(cat said)"
[ ! -e again.o ] || fail "half an object is left"
