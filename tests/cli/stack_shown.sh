# What a program can learn about its stacks, in some executions only and not at
# first: /proc/self/maps shows them readable and writable below what is in use,
# a page of them can be protected, and pthread_getattr_np shows all of main's.
# (How often a file is read that shows mappings differs between isolations:
# hence not in tests/programs.)
. "$(dirname "$0")/common.inc"

cat >shown.c <<'C'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define KB 1024

static atomic_uint turn;

/* Is all memory from `depth` below the caller's frame accessible? */
static int shown(size_t depth)
{
    const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
    unsigned long start, end;
    char line[512], mode[8];
    int found = 0;
    FILE *f = fopen("/proc/self/maps", "r");

    assert(f != NULL);
    while (fgets(line, sizeof(line), f) != NULL) {
        if (sscanf(line, "%lx-%lx %7s", &start, &end, mode) == 3 &&
            start <= here - depth && here < end)
            found = mode[0] == 'r' && mode[1] == 'w';
    }
    fclose(f);
    return found;
}

static void *thread(void *argument)
{
    char *page;

    switch (atomic_fetch_add(&turn, 1)) {
    case 2: /* not in every execution */
        assert(shown(4 * 1024 * KB));
        break;
    case 3: /* a guard page of its own, far below */
        page = (char *)(((uintptr_t)&page - 300 * KB) & ~(uintptr_t)4095);
        assert(mprotect(page, 4096, PROT_READ) == 0);
        assert(*(volatile char *)page == 0);
        assert(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
        *(volatile char *)page = 1;
        break;
    default:
        break;
    }
    return argument;
}

int main(void)
{
    pthread_t a, b;
    pthread_attr_t attr;
    struct rlimit limit;
    size_t size;
    void *at;

    atomic_fetch_add(&turn, 1);
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    if (atomic_fetch_add(&turn, 1) == 3) {
        assert(shown(16 * KB));
        assert(pthread_getattr_np(pthread_self(), &attr) == 0);
        assert(pthread_attr_getstack(&attr, &at, &size) == 0);
        assert(getrlimit(RLIMIT_STACK, &limit) == 0);
        assert(limit.rlim_cur == RLIM_INFINITY ||
               size + 1024 * KB > limit.rlim_cur);
        pthread_attr_destroy(&attr);
    }
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
C
"$RADDLE" cc -g -O2 -pthread shown.c -o shown
expect 0 "$RADDLE" test -n 300 -s random --determinism=0 --isolation=rewind \
    --json report.json -q ./shown
grep -q '"isolation": *"rewind"' report.json || fail "not with rewind"
