/* fault_stack_overflow.c - two pushes make a list point at itself, and a walk
 * by recursion never ends: the stack does.
 * EXPECT: fatal-signal
 * EXECUTIONS: 500
 * CFLAGS: -DFRAME=65536; -DFRAME=256
 */
#include <pthread.h>
#include <stddef.h>

struct node {
    struct node *next;
};

static struct node a, b;
static struct node *volatile head;

static int length(const struct node *n, unsigned depth)
{
    volatile char frame[FRAME]; /* a recursion that uses its stack */

    frame[depth % sizeof(frame)] = 1;
    if (n == NULL)
        return 0;
    return frame[depth % sizeof(frame)] + length(n->next, depth + 1);
}

/* Takes the node out and puts it back: not safe for two at a time. */
static void *touch(void *arg)
{
    struct node *n = arg;

    n->next = head == n ? n->next : head;
    head = n;
    return NULL;
}

static void *walk(void *arg)
{
    return length(head, 0) > 2 ? arg : NULL;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], NULL, touch, &a);
    pthread_create(&t[1], NULL, touch, &a);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    touch(&b);
    pthread_create(&t[0], NULL, walk, NULL);
    pthread_join(t[0], NULL);
    return 0;
}
