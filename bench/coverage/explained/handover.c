/* handover.c - a pointer is stored before what it points to is complete.
 *
 * CLASS: published too early
 * FAILS: assertion
 * CAUSE: handover.c:21 `latest = &buffer;` published
 * CAUSE: handover.c:22 `buffer.text = 7;` then written
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct note {
    int text;
};
static struct note buffer;
static struct note *_Atomic latest;

static void *author(void *arg)
{
    latest = &buffer;
    buffer.text = 7;
    return arg;
}

static void *editor(void *arg)
{
    struct note *n = latest;
    if (n != NULL)
        assert(n->text == 7);
    return arg;
}

int main(void)
{
    void *(*const all[])(void *) = { author, editor };
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, all[i], NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
