/* slices.c - pictures of a film are decoded by a thread each, of which the next
 * refers to the one before: it waits until the row it refers to is announced.
 * A picture comes in slices, and a row is announced when it is complete, and
 * when a slice is; but a slice may end within a row.
 *
 * After OpenH264 (issue 4005, pull request 4006: a row of macroblocks was
 * announced as ready while a slice ended in it).
 *
 * CLASS: order, announced before it is complete
 * FAILS: assertion
 * CAUSE: slices.c:89 `if (column == COLUMNS - 1 || at == end - 1)` or not yet
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define PICTURES 4
#define DECODERS 3
#define ROWS 3
#define COLUMNS 4
#define BLOCKS (ROWS * COLUMNS)
#define SLICE 6 /* blocks */

static struct picture {
    pthread_mutex_t lock;
    pthread_cond_t more;
    int ready; /* rows */
    int blocks[BLOCKS];
} pictures[PICTURES];
static struct {
    pthread_mutex_t lock;
    int next, slices;
} stream = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int next_picture(void)
{
    int n;

    pthread_mutex_lock(&stream.lock);
    n = stream.next++;
    pthread_mutex_unlock(&stream.lock);
    return n;
}

static void parse_slice(void)
{
    pthread_mutex_lock(&stream.lock);
    stream.slices++;
    pthread_mutex_unlock(&stream.lock);
}

static void announce(struct picture *p, int row)
{
    pthread_mutex_lock(&p->lock);
    p->ready = row + 1;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
}

static void await(struct picture *p, int row)
{
    pthread_mutex_lock(&p->lock);
    while (p->ready <= row)
        pthread_cond_wait(&p->more, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

/* Of the first picture nothing is referred to. */
static int predict(int n, int row, int column)
{
    struct picture *reference = n > 0 ? &pictures[n - 1] : NULL;

    if (reference == NULL)
        return 0;
    if (column == 0)
        await(reference, row);
    return reference->blocks[row * COLUMNS + COLUMNS - 1 - column];
}

static void decode_slice(int n, int begin, int end)
{
    struct picture *p = &pictures[n];

    parse_slice();
    for (int at = begin; at < end; at++) {
        int row = at / COLUMNS, column = at % COLUMNS;

        p->blocks[at] = predict(n, row, column) + 1;
        if (column == COLUMNS - 1 || at == end - 1)
            announce(p, row);
    }
}

static void *decoder(void *unused)
{
    int n;

    while ((n = next_picture()) < PICTURES) {
        for (int at = 0; at < BLOCKS; at += SLICE)
            decode_slice(n, at, at + SLICE);
    }
    return unused;
}

int main(void)
{
    pthread_t t[DECODERS];

    for (int i = 0; i < PICTURES; i++) {
        pthread_mutex_init(&pictures[i].lock, NULL);
        pthread_cond_init(&pictures[i].more, NULL);
    }
    for (int i = 0; i < DECODERS; i++)
        pthread_create(&t[i], NULL, decoder, NULL);
    for (int i = 0; i < DECODERS; i++)
        pthread_join(t[i], NULL);
    assert(stream.slices == PICTURES * BLOCKS / SLICE);
    for (int i = 0; i < PICTURES; i++) {
        for (int at = 0; at < BLOCKS; at++)
            assert(pictures[i].blocks[at] == i + 1);
    }
    return 0;
}
