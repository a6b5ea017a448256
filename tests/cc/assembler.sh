#!/bin/sh
# Inline assembler that accesses memory is named when a program is linked, and
# noted when it is tested; barriers, pauses and registers are not.
. "$(dirname "$0")/common.inc"

mkdir -p include
cat >include/atomics.h <<'C'
#define BARRIER() __asm__ volatile("" ::: "memory")
#define PAUSE() __asm__ volatile("pause" ::: "memory")
#define STORE(p, v) \
    __asm__ volatile("movl %1,%0" : "=m"(*(p)) : "r"(v) : "memory")
static inline int add(int *p, int n)
{
    __asm__ volatile("lock; xaddl %0,%1" : "+r"(n), "+m"(*p) : : "memory");
    return n;
}
static inline int unused(int *p)
{
    __asm__ volatile("incl %0" : "+m"(*p));
    return *p;
}
C
cat >uses.c <<'C'
#include "atomics.h"
#include <stdio.h>
extern int n, done;
void work(void);
void work(void)
{
    add(&n, 1);
    STORE(&done, 1);
}
C
cat >main.c <<'C'
#include "atomics.h"
#include <pthread.h>
int n, done;
void work(void);
static unsigned control(void)
{
    unsigned short word;
    unsigned a = 1;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    __asm__ volatile("bswap %0" : "+r"(a));
    BARRIER();
    PAUSE();
    return word + a;
}
static void *run(void *arg)
{
    work();
    return control() ? arg : 0;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    return n != 2;
}
C
# The macros of raddle.h have assembler, which accesses nothing that is shared.
sed 's/work();/__atomic_fetch_add(\&n, 1, 5);/
     s/BARRIER();/& raddle_yield_point(); raddle_assert(a); raddle_name(\&n, "n");/
     1i #include <raddle.h>' main.c >plain.c

# The places in notes of kind assembler of a test of ./prog
noted() {
    "$RADDLE" test -q --fresh -n 20 --json=r.json ./prog >/dev/null 2>&1 || true
    python3 -c 'import json
print([n["text"].split(": at ")[1].split(";")[0]
       for n in json.load(open("r.json"))["notes"] if n["kind"] == "assembler"])'
}

for c in $compilers; do
    for level in -O0 -O2; do
        cc --cc=$c $level -Iinclude -c uses.c -o uses.o 2>said
        [ ! -s said ] || fail "compiling says: $(cat said)"
        places=$(readelf -p .raddle.assembler uses.o | sed -n 's/.*\]  *//p' |
            sort | tr '\n' ' ')
        [ "$places" = "include/atomics.h:7 uses.c:8 " ] ||
            fail "$c $level: places are $places"
        cc --cc=$c $level -Iinclude main.c uses.o -pthread -o prog 2>said
        grep -q 'assembler in prog accesses memory at .*:[78] (+1 more)' said ||
            fail "$c $level: the link does not say it: $(cat said)"
        noted >now
        grep -q ':[78] (+1 more)' now || fail "$c $level: notes: $(cat now)"
        "$RADDLE" doctor ./prog >said || true
        grep -q 'assembler are not seen in prog (2 places' said ||
            fail "doctor does not say it"

        cc --cc=$c $level -Iinclude plain.c -pthread -o prog 2>said
        [ ! -s said ] || fail "$c $level: $(cat said)"
        [ "$(noted)" = "[]" ] || fail "$c $level: a note about $(noted)"
    done
done
