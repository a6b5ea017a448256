#!/bin/sh
# A program with hooks runs by itself and does what a plain build does: every
# hook's plain operation, atomics of all sizes, the interfaces of
# ThreadSanitizer, functions that the program defines itself.
. "$(dirname "$0")/common.inc"

cat >all.c <<'EOF'
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#define SIZE(name, type)                                                       \
    static void test_##name(void)                                              \
    {                                                                          \
        static volatile type v;                                                \
        type e = 7, r[12];                                                     \
        __atomic_store_n(&v, (type)5, __ATOMIC_RELEASE);                       \
        r[0] = __atomic_fetch_add(&v, (type)3, __ATOMIC_RELAXED);              \
        r[1] = __atomic_fetch_sub(&v, (type)1, __ATOMIC_ACQUIRE);              \
        r[2] = __atomic_fetch_and(&v, (type)6, __ATOMIC_ACQ_REL);              \
        r[3] = __atomic_fetch_or(&v, (type)9, __ATOMIC_SEQ_CST);               \
        r[4] = __atomic_fetch_xor(&v, (type)5, __ATOMIC_SEQ_CST);              \
        r[5] = __atomic_fetch_nand(&v, (type)3, __ATOMIC_SEQ_CST);             \
        r[6] = __atomic_exchange_n(&v, (type)8, __ATOMIC_SEQ_CST);             \
        r[7] = __atomic_compare_exchange_n(&v, &e, (type)1, 0, 5, 5);          \
        r[8] = e;                                                              \
        r[9] = __atomic_compare_exchange_n(&v, &e, (type)1, 0, 5, 5);          \
        r[10] = __atomic_load_n(&v, __ATOMIC_ACQUIRE);                         \
        __atomic_store_n(&v, (type)~(type)0, __ATOMIC_SEQ_CST);                \
        r[11] = __atomic_load_n(&v, __ATOMIC_SEQ_CST);                         \
        for (int i = 0; i < 12; i++)                                           \
            printf("%llx/%llx ", (unsigned long long)r[i],                     \
                   (unsigned long long)(r[i] >> (sizeof(type) * 4)));          \
        puts(#name);                                                           \
    }
SIZE(one, unsigned char)
SIZE(two, unsigned short)
SIZE(four, unsigned int)
SIZE(eight, unsigned long)
SIZE(sixteen, unsigned __int128)
struct big { char text[100]; };
struct __attribute__((packed)) odd { char c; int i; long l; };
struct bits { unsigned a : 3, b : 7, c : 22; };
static struct big copy(const struct big *from) { return *from; }
int main(int argc, char **argv)
{
    struct big one = { "one" }, two;
    struct odd odd = { 1, 2, 3 };
    struct bits bits = { 1, 2, 3 };
    char text[64] = "", *p, *q;
    volatile size_t n = 5;
    (void)argv;
    test_one(); test_two(); test_four(); test_eight(); test_sixteen();
    atomic_thread_fence(memory_order_seq_cst);
    atomic_thread_fence(memory_order_acquire);
    atomic_signal_fence(memory_order_seq_cst);
    two = copy(&one);
    odd.i += argc; odd.l *= 7; bits.b++; bits.c--;
    printf("%s %d %ld %d %d\n", two.text, odd.i, odd.l, bits.b, bits.c);
    strcpy(text, argc == 1 ? "hello" : "x"); strcat(text, " world");
    strncat(text, "!!!!", n - 3); strncpy(text + 40, text, n);
    p = strdup(text); q = strndup(text, n);
    printf("%s|%s|%zu|%zu|%s|%s|%s|%s|%zu|%zu|%s\n", p, q, strlen(p),
           strnlen(p, n), strchr(p, 'o'), strrchr(p, 'o'), strstr(p, "wor"),
           strpbrk(p, "xw"), strspn(p, "hel"), strcspn(p, " "), text + 40);
    printf("%d %d %d %d %d %d\n", strcmp(p, q) > 0, strncmp(p, q, n),
           strcasecmp(p, "HELLO WORLD!!"), memcmp(p, q, n),
           bcmp(p, q, n), strncasecmp(p, "HELP", n - 2));
    memmove(text + 2, text, n); memset(text + 20, 'z', n);
    memcpy(text + 30, "copied", n + 2);
    printf("%s %.5s %s %d\n", text, text + 20, text + 30,
           (int)((char *)memchr(text, 'h', n) - text));
    stpcpy(stpcpy(text, "a"), p);
    puts(text);
    free(p); free(q);
    return 0;
}
EOF
cat >interface.c <<'EOF'
#include <sanitizer/tsan_interface.h>
#include <stdio.h>
void AnnotateHappensBefore(const char *file, int line, const volatile void *p);
void AnnotateRWLockCreate(const char *file, int line, const volatile void *p);
/* The program's own, as in Google's dynamic_annotations.c. */
void AnnotateHappensAfter(const char *file, int line, const volatile void *p);
void AnnotateHappensAfter(const char *file, int line, const volatile void *p)
{
    (void)file, (void)p;
    printf("line %d\n", line);
}
int main(void)
{
    int x = 0;
    __tsan_acquire(&x);
    __tsan_release(&x);
    __tsan_mutex_create(&x, 0);
    __tsan_mutex_pre_lock(&x, 0);
    __tsan_mutex_post_lock(&x, 0, 0);
    __tsan_switch_to_fiber(__tsan_get_current_fiber(), 0);
    AnnotateHappensBefore("f", 1, &x);
    AnnotateHappensAfter("f", 2, &x);
    AnnotateRWLockCreate("f", 3, &x);
#if defined(__SANITIZE_THREAD__)
    puts("thread");
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
    puts("thread");
#endif
#endif
    return 0;
}
EOF
cat >own.c <<'EOF'
#include <stdio.h>
#include <stddef.h>
size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n + 1000;
}
EOF
cat >use.c <<'EOF'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
    printf("%d\n", strlen(argv[argc - 1]) >= 1000);
    return 0;
}
EOF
for c in $compilers; do
    for level in -O0 -O1 -O2 -O3 "-O2 -D_FORTIFY_SOURCE=2"; do
        $c $level -w all.c -o plain -latomic
        cc --cc=$c $level -w all.c -o with $([ $c = gcc ] || echo -latomic)
        ./plain >expected
        ./with >came || fail "$c $level: status $?"
        cmp expected came || {
            diff expected came || true
            fail "$c $level: other output"
        }
        hooked with
        ! readelf -d with | grep -E 'RPATH|RUNPATH' || fail "a path to search"
        "$RADDLE" test --quiet --executions 3 --out out ./with >log 2>&1 || true
        ! grep -q -E 'abort|signal|internal' log || fail "$(cat log)"
    done
    cc --cc=$c interface.c -o interface
    [ "$(./interface)" = "$(printf 'line 2\nthread')" ] ||
        fail "the interface of ThreadSanitizer: $(./interface)"
    cc --cc=$c -fno-builtin own.c use.c -o own
    [ "$(./own)" = 1 ] || fail "a function of the program's own is not called"
done
