/* handed.c - a structure handed over by pointer, to which its maker goes on
 * writing. */
#include "state.h"

static struct node {
    int a, b, c;
} nodes[2], *slot;
static int saw;

static void *maker(void *unused)
{
    struct node *n = &nodes[1];

    n->a = 1;
    n->b = 1;
    slot = n;
    n->a = 2;
    n->b = 2;
    n->c = n->a;
    return unused;
}

static void *taker(void *unused)
{
    struct node *n = slot;

    if (n != NULL) {
        saw = n->b * 3 + n->a;
        n->a = 3;
    }
    return unused;
}

int main(void)
{
    both(maker, taker, NULL);
    ended(saw * 16 + nodes[1].c * 4 + nodes[1].a);
}
