/* reused.c - a top is compared by index, popped and pushed meanwhile.
 *
 * CLASS: ABA
 * FAILS: assertion
 * CAUSE: reused.c:19 `int old = top;` the top
 * CAUSE: reused.c:21 `int after = next[old];` and what is below it
 * CAUSE: reused.c:22 `if (atomic_compare_exchange_strong(&top, &old, after))` still the top, but not so below
 * CAUSE: reused.c:50 `push(a);` put back
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int top;
static int next[3] = { 1, 2, -1 }, popped[3];

static int pop(void)
{
    int old = top;
    while (old >= 0) {
        int after = next[old];
        if (atomic_compare_exchange_strong(&top, &old, after))
            break;
    }
    return old;
}

static void push(int i)
{
    int old = top;
    do
        next[i] = old;
    while (!atomic_compare_exchange_strong(&top, &old, i));
}

static void *slow(void *arg)
{
    int i = pop();
    if (i >= 0)
        popped[i]++;
    return arg;
}

static void *quick(void *arg)
{
    int a = pop(), b = pop();
    if (b >= 0)
        popped[b]++;
    if (a >= 0)
        push(a);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { slow, quick };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (int i = pop(); i >= 0; i = pop())
        popped[i]++;
    for (int i = 0; i < 3; i++)
        assert(popped[i] == 1);
    return 0;
}
