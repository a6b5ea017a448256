/* swapin.c - pages are written to slots of a swap device when memory is short,
 * and read again by who needs them.  Who has read one makes sure that the page
 * is still in that slot before it puts in place what was read.  The page may
 * have been read, changed, and written by others meanwhile, to the same slot,
 * which was free again.
 *
 * After Linux's do_swap_page (CVE-2024-26759; 13ddaf26be32, "mm/swap: fix race
 * when skipping swapcache", 6.8: the slot is held while it is read).
 *
 * CLASS: ABA, of a slot, three threads
 * FAILS: assertion
 * CAUSE: swapin.c:72 `int value = slot_read(entry);` nobody holds the slot
 * CAUSE: swapin.c:75 `if (p->entry == entry) {` may be so again
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define TASKS 2
#define TOUCHES 2 /* of each page by each task */
#define PAGES 2
#define RECLAIMS 2 /* of each page */
#define SLOTS (PAGES + 1)
#define PRESENT (-1)

static struct page {
    pthread_mutex_t lock;
    int entry; /* its slot, or PRESENT */
    int value;
} pages[PAGES];
static struct {
    pthread_mutex_t lock;
    bool used[SLOTS];
    int values[SLOTS];
} swap = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The first that is free. */
static int slot_write(int value)
{
    int slot = 0;

    pthread_mutex_lock(&swap.lock);
    while (swap.used[slot])
        slot++;
    assert(slot < SLOTS);
    swap.used[slot] = true;
    swap.values[slot] = value;
    pthread_mutex_unlock(&swap.lock);
    return slot;
}

static int slot_read(int slot)
{
    int value;

    pthread_mutex_lock(&swap.lock);
    value = swap.values[slot];
    pthread_mutex_unlock(&swap.lock);
    return value;
}

static void slot_free(int slot)
{
    pthread_mutex_lock(&swap.lock);
    swap.used[slot] = false;
    pthread_mutex_unlock(&swap.lock);
}

/* Reads without the lock of the page, because that takes long. */
static void fault(struct page *p, int entry)
{
    int value = slot_read(entry);

    pthread_mutex_lock(&p->lock);
    if (p->entry == entry) {
        p->value = value;
        p->entry = PRESENT;
        slot_free(entry);
    }
    pthread_mutex_unlock(&p->lock);
}

static void touch(struct page *p)
{
    pthread_mutex_lock(&p->lock);
    while (p->entry != PRESENT) {
        int entry = p->entry;

        pthread_mutex_unlock(&p->lock);
        fault(p, entry);
        pthread_mutex_lock(&p->lock);
    }
    p->value++;
    pthread_mutex_unlock(&p->lock);
}

static void reclaim(struct page *p)
{
    pthread_mutex_lock(&p->lock);
    if (p->entry == PRESENT)
        p->entry = slot_write(p->value);
    pthread_mutex_unlock(&p->lock);
}

static void *task(void *argument)
{
    int first = (int)(long)argument;

    for (int i = 0; i < PAGES * TOUCHES; i++)
        touch(&pages[(first + i) % PAGES]);
    return NULL;
}

static void *reclaimer(void *unused)
{
    for (int i = 0; i < PAGES * RECLAIMS; i++)
        reclaim(&pages[i % PAGES]);
    return unused;
}

int main(void)
{
    pthread_t r, t[TASKS];

    for (int i = 0; i < PAGES; i++) {
        pthread_mutex_init(&pages[i].lock, NULL);
        pages[i].entry = slot_write(0);
    }
    pthread_create(&r, NULL, reclaimer, NULL);
    for (long i = 0; i < TASKS; i++)
        pthread_create(&t[i], NULL, task, (void *)i);
    for (int i = 0; i < TASKS; i++)
        pthread_join(t[i], NULL);
    pthread_join(r, NULL);
    for (int i = 0; i < PAGES; i++) {
        if (pages[i].entry != PRESENT)
            fault(&pages[i], pages[i].entry);
        assert(pages[i].value == TASKS * TOUCHES);
    }
    return 0;
}
