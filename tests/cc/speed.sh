#!/bin/sh
# How much slower a program with hooks is by itself, on loops that do nothing
# but access memory: about 3 at most, compared access by access.
#
# gcc vectorises nothing that holds a call, so there the plain program is kept
# from it too; what a plain one gains by it is shown and is no matter of hooks:
# where that alone is more than 3, free hooks would not do either.  clang makes
# its vectors first and hooks them, so both ways are compared.  The worst is
# clang's `numbers[i]++`: one instruction for an element without hooks, ten
# with them, most to compute what the two idle calls would be given.
#
# The least time of many runs, taken in turns; a machine that is busy gets more
# of them before more than $limit is believed.
. "$(dirname "$0")/common.inc"
limit=4

cat >loops.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define N 4096
#define ROUNDS 1000
struct node { struct node *next; long value; };
struct point { long x, y, z; };
int numbers[N], mirrored[N];
static unsigned char bytes[N];
static long histogram[256];
static struct node nodes[N];
static struct point points[N / 4];
volatile long counter;
__attribute__((noinline)) static void increment(void)
{
    for (int i = 0; i < N; i++)
        numbers[i]++;
}
__attribute__((noinline)) static void mirror(void)
{
    for (int i = 0; i < N; i++)
        mirrored[i] = numbers[N - 1 - i];
}
__attribute__((noinline)) static void walk(void)
{
    long sum = 0;
    for (struct node *n = nodes; n; n = n->next)
        sum += n->value;
    counter = sum;
}
__attribute__((noinline)) static void count(void)
{
    for (int i = 0; i < N; i++)
        counter++;
}
__attribute__((noinline)) static void sort_into(void)
{
    for (int i = 0; i < N; i++)
        histogram[bytes[i]]++;
}
__attribute__((noinline)) static void fields(void)
{
    for (int i = 0; i < N / 4; i++)
        points[i].x = points[i].y + points[i].z;
}
static void measure(const char *name, void (*loop)(void))
{
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int i = 0; i < ROUNDS; i++)
        loop();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    printf("%s %f\n", name, (double)(b.tv_sec - a.tv_sec) * 1e3 +
                                (double)(b.tv_nsec - a.tv_nsec) * 1e-6);
}
int main(void)
{
    for (int i = 0; i < N; i++) {
        bytes[i] = (unsigned char)rand();
        nodes[i].value = i;
        nodes[i].next = i + 1 < N ? &nodes[i + 1] : 0;
    }
    measure("increment", increment);
    measure("mirror", mirror);
    measure("walk", walk);
    measure("count", count);
    measure("histogram", sort_into);
    measure("fields", fields);
    return 0;
}
EOF

# ratios A B: how many times the time of A B takes, one line a loop, by all
# that was measured so far.
ratios() {
    sort "$1.times" "$2.times" | awk -v a="$1" -v b="$2" '
        !(($1, $2) in t) || $3 < t[$1, $2] { t[$1, $2] = $3; loop[$2] }
        END { for (l in loop) print l, t[b, l] / t[a, l] }' | sort
}
# compare WHAT A B: fails if B takes more than $limit times as long.
compare() {
    : >"$2.times"
    : >"$3.times"
    for round in 1 2 3 4 5; do
        for i in 1 2 3 4 5 6 7 8 9; do
            "./$2" | sed "s/^/$2 /" >>"$2.times"
            "./$3" | sed "s/^/$3 /" >>"$3.times"
        done
        ratios "$2" "$3" >ratios
        awk -v limit=$limit '$2 > limit { bad = 1 } END { exit bad }' ratios &&
            break
    done
    awk -v what="$1" '{ printf "%s %s: %.2f\n", what, $1, $2 }' ratios
    awk -v limit=$limit '$2 > limit { bad = 1 } END { exit bad }' ratios
}
for level in -O0 -O1 -O2; do
    for c in $compilers; do
        $c $level -fno-tree-vectorize loops.c -o plain
        cc --cc=$c $level -fno-tree-vectorize loops.c -o with
        compare "$c $level" plain with ||
            fail "$c $level: more than $limit times slower"
    done
done
clang -O2 loops.c -o plain
cc --cc=clang -O2 loops.c -o with
compare "clang -O2, vectors" plain with ||
    fail "clang -O2 with vectors: more than $limit times slower"
gcc -O2 loops.c -o vectors
gcc -O2 -fno-tree-vectorize loops.c -o plain
limit=1000
compare "gcc -O2, gained by vectors alone" vectors plain
