/* membarrier.c - a grace period whose readers have no fence: membarrier() is
 * one for all threads; the twin does not call it.
 * EXPECT: none
 * TWIN: memory-order
 */
#define _GNU_SOURCE
#include "../race.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

atomic_int reads;
int *_Atomic current;

static void barrier(int command)
{
    (void)TWO(syscall(SYS_membarrier, command, 0, 0), command);
}

THREAD(reader)
{
    atomic_store_explicit(&reads, 1, RELAXED);
    atomic_signal_fence(memory_order_seq_cst);
    sink = *atomic_load_explicit(&current, ACQUIRE);
    atomic_signal_fence(memory_order_seq_cst);
    atomic_store_explicit(&reads, 0, RELAXED);
    return NULL;
}

THREAD(writer)
{
    int *old = current;

    atomic_store(&current, &data);
    barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    SPIN_UNTIL(atomic_load_explicit(&reads, RELAXED) == 0);
    barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    *old = 1;
    return NULL;
}

int main(void)
{
    static int before;

    barrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
    current = &before;
    run(reader, writer);
    return 0;
}
