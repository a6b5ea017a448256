/* stack.c - variables of main's stack, shared by address, beside variables of
 * the threads' own stacks. */
#include "state.h"

static void *add(void *argument)
{
    int *shared = argument;
    volatile int own = 0; /* keeps the compiler from registers; private */
    int steps[3] = { 0 };

    for (int i = 0; i < 2; i++) {
        steps[i] = shared[i];
        own += steps[i];
        shared[i] = steps[i] + 1;
        steps[i + 1] = own;
    }
    return NULL;
}

int main(void)
{
    int shared[2] = { 0 };

    both(add, add, shared);
    ended(shared[0] * 4 + shared[1]);
}
