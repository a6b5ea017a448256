/* conditional.c - memory that the second thread touches only if it comes at
 * the right moment. */
#include "state.h"

static int flag, x, y, saw_x, saw_y;

static void *owner(void *unused)
{
    x = 1;
    y = 1;
    flag = 1;
    x = 2;
    y = 2;
    x = 3;
    return unused;
}

static void *guest(void *unused)
{
    if (flag == 1) {
        saw_x = x;
        x = 4;
        saw_y = y;
    }
    return unused;
}

int main(void)
{
    both(owner, guest, NULL);
    ended(saw_x * 16 + saw_y * 4 + (x == 4));
}
