#!/bin/sh
# Read and write of x++ are both hooked at every level, for every kind of
# variable: the lost update is found.
. "$(dirname "$0")/common.inc"

cat >lost.c <<'EOF'
#include <assert.h>
#include <pthread.h>
static TYPE x;
static void *run(void *arg)
{
    x++;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, run, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(x == 2);
    return 0;
}
EOF
for c in $compilers; do
    for level in -O0 -O1 -O2 -O3 -Os; do
        for type in int 'volatile int'; do
            cc --cc=$c $level -pthread -DTYPE="$type" lost.c -o lost
            finds ./lost
        done
    done
    for type in char short long __int128 double; do
        cc --cc=$c -O2 -pthread -DTYPE="$type" lost.c -o lost
        finds ./lost
    done
done

# Vectors wider than any hook: the accesses must not vanish.
cat >vector.c <<'EOF'
void increment(int *numbers, int n);
void increment(int *numbers, int n)
{
    for (int i = 0; i < n; i++)
        numbers[i] += i;
}
EOF
for c in $compilers; do
    cc --cc=$c -O3 -mavx2 -S vector.c -o vector.s
    ! grep -q ymm vector.s || fail "$c: accesses of 32 bytes"
    for access in read write; do
        grep -q "__tsan_.*$access" vector.s || fail "$c: no hook for a $access"
    done
done
