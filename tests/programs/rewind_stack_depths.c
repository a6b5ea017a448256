/* rewind_stack_depths.c - how deep main and two threads go into their stacks
 * depends on the schedule: whatever an execution wrote there is zero in the
 * next one, at every depth.
 * EXPECT: clean
 * EXECUTIONS: 300
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define KB 1024

static const size_t depths[] = { 1 * KB,  5 * KB,   14 * KB,  40 * KB,
                                 70 * KB, 130 * KB, 400 * KB, 1500 * KB };
#define N_DEPTHS (sizeof(depths) / sizeof(depths[0]))

static atomic_uint turn;

/* Reads before it writes: words far apart, so that pages are passed over. */
__attribute__((no_sanitize("thread"), noinline)) static int
used_before(size_t size)
{
    volatile char *frame = __builtin_alloca(size);
    int n = 0;

    for (size_t i = 0; i < 256; i++) { /* the lowest part of the frame */
        n += frame[i] != 0;
        frame[i] = 1;
    }
    for (size_t at = 256; at < size - 512; at += 9 * KB) {
        n += frame[at] != 0;
        frame[at] = 1;
    }
    return n;
}

/* The first use of each depth by this thread, which are in ascending order. */
static void go(unsigned from)
{
    for (unsigned i = from; i < N_DEPTHS && i < from + 3; i++) {
        atomic_fetch_add(&turn, 1);
        if (i == from)
            assert(used_before(depths[i]) == 0);
        else
            used_before(depths[i]);
    }
}

static void *thread(void *argument)
{
    go(atomic_fetch_add(&turn, 1) % N_DEPTHS);
    return argument;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    go(atomic_fetch_add(&turn, 1) % N_DEPTHS);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
