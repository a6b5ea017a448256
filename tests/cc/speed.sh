#!/bin/sh
# How much slower a program with hooks is by itself, on loops that do nothing
# but access memory.  Meant to be at most 3; machines are noisy, so only 6 fails.
. "$(dirname "$0")/common.inc"

cat >loops.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define N 4096
#define ROUNDS 2000
struct node { struct node *next; long value; };
int numbers[N];
static unsigned char bytes[N];
static long histogram[256];
static struct node nodes[N];
volatile long counter;
__attribute__((noinline)) static void increment(void)
{
    for (int i = 0; i < N; i++)
        numbers[i]++;
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
static double seconds(void (*loop)(void))
{
    struct timespec a, b;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
    for (int i = 0; i < ROUNDS; i++)
        loop();
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
    return (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) * 1e-9;
}
int main(void)
{
    for (int i = 0; i < N; i++) {
        bytes[i] = (unsigned char)rand();
        nodes[i].value = i;
        nodes[i].next = i + 1 < N ? &nodes[i + 1] : 0;
    }
    printf("increment %f\nwalk %f\ncount %f\nhistogram %f\n",
           seconds(increment), seconds(walk), seconds(count),
           seconds(sort_into));
    return 0;
}
EOF
# The best of several runs of a program, one line a loop.
best() {
    for i in 1 2 3 4 5; do
        "$1"
    done | awk '!($1 in t) || $2 < t[$1] { t[$1] = $2 }
        END { for (l in t) print l, t[l] }' | sort
}
for c in $compilers; do
    for level in -O0 -O1 -O2; do
        # Access by access: what a vectoriser gains is another matter (a loop
        # with hooks is not vectorised by gcc).
        $c $level -fno-tree-vectorize loops.c -o plain
        cc --cc=$c $level -fno-tree-vectorize loops.c -o with
        best ./plain >plain.times
        best ./with >with.times
        join plain.times with.times |
            awk -v c="$c $level" '{ r = $3 / $2; printf "%s %s: %.1f times\n", c, $1, r
                if (r > 6) bad = 1 } END { exit bad }' ||
            fail "$c $level: more than 6 times slower"
    done
done
