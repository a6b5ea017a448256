/* journal.c - the journal is opened by a thread of its own, and the writer,
 * which has so much to collect first, is started without waiting for it.
 *
 * CLASS: order, use before initialisation
 * FAILS: assertion
 * CAUSE: journal.c:27 `journal.open = true;` must come before the use
 * CAUSE: journal.c:46 `pthread_create(&w, NULL, writer, NULL);` too early
 * CAUSE: journal.c:35 `assert(journal.open);` does not wait
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define ENTRIES 18

static struct {
    atomic_int size, version;
    atomic_bool open;
} journal;
static atomic_int collected;

static void *opener(void *unused)
{
    journal.version = 1;
    journal.size = collected;
    journal.open = true;
    return unused;
}

static void *writer(void *unused)
{
    for (int i = 0; i < ENTRIES; i++)
        collected++;
    assert(journal.open);
    journal.size = collected;
    journal.version++;
    return unused;
}

int main(void)
{
    pthread_t o, w;

    pthread_create(&o, NULL, opener, NULL);
    pthread_create(&w, NULL, writer, NULL);
    pthread_join(o, NULL);
    pthread_join(w, NULL);
    assert(journal.size == ENTRIES && journal.version == 2);
    return 0;
}
