#!/bin/sh
# What is done to objects: calls of hooks idle, calls of libc's functions led
# through the archive, and nothing done to what is not instrumented.
. "$(dirname "$0")/common.inc"

cat >access.c <<'EOF'
#include <string.h>
int x;
struct pair { long a[9]; } p, q;
void move(char *to, const char *from, unsigned long n);
void move(char *to, const char *from, unsigned long n)
{
    memcpy(to, from, n);
    x += (int)strlen(from);
    p = q;
}
EOF
cat >plain.S <<'EOF'
    .globl copy
copy: jmp memcpy@PLT
    .section .note.GNU-stack, "", @progbits
EOF
for c in $compilers; do
    for level in -O0 -O2; do
        cc --cc=$c $level -c access.c -o access.o
        objdump -dr access.o >code
        ! grep -A1 -E 'call ' code |
            grep -E '__tsan_(read|write|func_entry)' ||
            fail "$c $level: a call of a quiet hook is left"
        idle=$(grep -A1 -E 'test +\$0x[0-9a-f]*,%eax' code | grep -c __tsan_)
        [ "$idle" -ge 4 ] || fail "$c $level: only $idle idle calls"
        for name in memcpy strlen; do
            grep -q "R_X86_64_.*rdl_wrap_$name" code ||
                fail "$c $level: $name is not led through the archive"
            ! grep -E "R_X86_64_[A-Z0-9]+[[:space:]]+$name" code ||
                fail "$c $level: a call of $name is left"
            # Where it comes from is still asked for by its own name.
            nm access.o | grep -q "U $name$" || fail "$name is not wanted"
        done
        # By way of assembly the same object comes out.
        cc --cc=$c $level -S access.c -o access.s
        cc --cc=$c $level -c access.s -o again.o
        objdump -dr again.o | tail -n +4 >code_again
        tail -n +4 code | cmp - code_again || fail "$c $level: other code"
    done
    cc --cc=$c -c plain.S -o plain.o
    nm plain.o | grep -q 'U memcpy' || fail "$c: plain assembly is changed"
    # Debugging information and sections stay readable.
    readelf -SW access.o >/dev/null && readelf --debug-dump=info access.o |
        grep -q access.c || fail "$c: the object is damaged"
    strip -g access.o && nm access.o | grep -q rdl_wrap_memcpy ||
        fail "$c: strip cannot read the object"
done

# The program's own functions are found where the linker always found them: in
# a library of the program, also without libc.
cat >own_strlen.c <<'EOF'
#include <stddef.h>
size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n + 40;
}
EOF
cat >two.c <<'EOF'
#include <string.h>
void _start(void);
volatile const char *text = "2c";
void _start(void)
{
    __asm__ volatile("syscall" : : "a"(60), "D"(strlen((const char *)text) - 42));
}
EOF
cat >main.c <<'EOF'
#include <string.h>
int main(int argc, char **argv)
{
    (void)argc;
    return strlen(argv[1]) == 42 ? 0 : 1;
}
EOF
for c in $compilers; do
    cc --cc=$c -fno-builtin -c own_strlen.c
    rm -f libown.a
    ar rcs libown.a own_strlen.o
    cc --cc=$c -fno-builtin main.c -L. -lown -o with_own
    ./with_own xx || fail "$c: libc's function is taken for the program's own"
    status=0
    "$RADDLE" test --quiet --executions 2 --expect-exit 0 --out out -- \
        ./with_own xx >log 2>&1 || status=$?
    [ $status = 3 ] || fail "$c: under raddle: $(cat log)"
    cc --cc=$c -fno-builtin -fno-stack-protector -nostdlib two.c libown.a \
        -o without_libc 2>/dev/null
    ./without_libc || fail "$c: without libc: status $?"
done

# A mask that is by chance the distance to an entry is no idle call.
cat >mask.c <<'EOF'
#include <assert.h>
#include <pthread.h>
static int ready;
static void *run(void *arg)
{
    __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
    __asm__ volatile("mov $8, %%edi\n\ttest $(__tsan_read4 - 1f), %%eax\n1:"
                     : : : "rdi", "cc");
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(__atomic_load_n(&ready, __ATOMIC_ACQUIRE) == 1);
    return 0;
}
EOF
for c in $compilers; do
    cc --cc=$c -O1 -pthread mask.c -o mask
    "$RADDLE" test --quiet --executions 10 --out out ./mask ||
        fail "$c: a constant was taken for an idle call"
done
