/* transmit.c - frames wait in a list until the line takes them, and go to the
 * list of free buffers then.  One that the line did not take is remembered as
 * the next to be sent.  Who flushes what is to be sent frees that one as well;
 * but it may just be sent, and be freed by who sends it.
 *
 * After Linux's n_hdlc (CVE-2017-2636; 82f2341c94d2, "tty: n_hdlc: get rid of
 * racy n_hdlc.tbuf", 4.11: the frame goes back to the head of the list).
 *
 * CLASS: atomicity, one pointer, taken and cleared later
 * FAILS: assertion
 * CAUSE: transmit.c:75 `struct buffer *b = h->current;` stays there meanwhile
 * CAUSE: transmit.c:97 `b = h->current;` though it may be being sent
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define FRAMES 3
#define INTERRUPTS 3
#define FLUSHES 2
#define BUFFERS 4
#define FIFO 1 /* frames the line takes until it interrupts */

struct list {
    pthread_mutex_t lock;
    struct buffer {
        struct list *list; /* that it is in */
    } * items[BUFFERS];
    int head, tail;
};
static struct hdlc {
    struct list unused, pending;
    _Atomic(struct buffer *) current;
    atomic_flag sending;
} line;
static atomic_int room = FIFO;
static struct buffer buffers[BUFFERS];

static void put(struct list *l, struct buffer *b)
{
    pthread_mutex_lock(&l->lock);
    assert(b->list == NULL);
    b->list = l;
    l->items[l->tail++ % BUFFERS] = b;
    pthread_mutex_unlock(&l->lock);
}

static struct buffer *get(struct list *l)
{
    struct buffer *b = NULL;

    pthread_mutex_lock(&l->lock);
    if (l->head < l->tail) {
        b = l->items[l->head++ % BUFFERS];
        b->list = NULL;
    }
    pthread_mutex_unlock(&l->lock);
    return b;
}

static bool device_write(void)
{
    if (room == 0)
        return false;
    room--;
    return true;
}

static void send_frames(struct hdlc *h)
{
    if (atomic_flag_test_and_set(&h->sending))
        return;
    struct buffer *b = h->current;

    if (b == NULL)
        b = get(&h->pending);
    while (b != NULL) {
        if (!device_write()) {
            h->current = b;
            break;
        }
        put(&h->unused, b);
        h->current = NULL;
        b = get(&h->pending);
    }
    atomic_flag_clear(&h->sending);
}

static void flush_frames(struct hdlc *h)
{
    struct buffer *b;

    while ((b = get(&h->pending)) != NULL)
        put(&h->unused, b);
    b = h->current;
    if (b != NULL) {
        put(&h->unused, b);
        h->current = NULL;
    }
}

static void *writer(void *unused)
{
    for (int i = 0; i < FRAMES; i++) {
        struct buffer *b = get(&line.unused);

        if (b != NULL)
            put(&line.pending, b);
        send_frames(&line);
    }
    return unused;
}

static void *interrupts(void *unused)
{
    for (int i = 0; i < INTERRUPTS; i++) {
        room = FIFO;
        send_frames(&line);
    }
    return unused;
}

static void *terminal(void *unused)
{
    for (int i = 0; i < FLUSHES; i++)
        flush_frames(&line);
    return unused;
}

int main(void)
{
    pthread_t w, i, t;

    pthread_mutex_init(&line.unused.lock, NULL);
    pthread_mutex_init(&line.pending.lock, NULL);
    for (int k = 0; k < BUFFERS; k++)
        put(&line.unused, &buffers[k]);
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&i, NULL, interrupts, NULL);
    pthread_create(&t, NULL, terminal, NULL);
    pthread_join(w, NULL);
    pthread_join(i, NULL);
    pthread_join(t, NULL);
    flush_frames(&line);
    assert(line.unused.tail - line.unused.head == BUFFERS);
    return 0;
}
