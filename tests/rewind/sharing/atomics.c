/* atomics.c - plain accesses of one thread, atomic ones of another. */
#include "state.h"

static int x, y;
static int saw;

static void *plain(void *unused)
{
    x = 1;
    y = x;
    x = 2;
    y += x;
    return unused;
}

static void *atomic(void *unused)
{
    int first = __atomic_load_n(&x, __ATOMIC_SEQ_CST);

    if (first == 1)
        __atomic_store_n(&x, 3, __ATOMIC_SEQ_CST);
    saw = first * 4 + __atomic_load_n(&x, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    both(plain, atomic, NULL);
    ended(saw * 16 + y);
}
