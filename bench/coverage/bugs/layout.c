/* layout.c - a label's layout is made by the first who needs it, behind
 * double-checked locking, and forgotten when the text changes.  Who has found
 * that there is one asks for it again, and it may be forgotten by then.
 *
 * After MySQL's bug 3596 (thd->proc_info is looked at, set to NULL, and used;
 * an example of Lu et al., Learning from Mistakes, ASPLOS 2008).
 *
 * CLASS: double-checked locking, of what may go again
 * FAILS: fatal-signal
 * CAUSE: layout.c:46 `if (l->layout == NULL) {` looks without the lock
 * CAUSE: layout.c:52 `return l->layout->width;` reads it again
 * CAUSE: layout.c:60 `l->layout = NULL;` gone in between
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define LABELS 3
#define PAINTERS 2
#define FRAMES 3
#define EDITS 2 /* of each label */

struct layout {
    atomic_int width, lines;
};
static struct label {
    pthread_mutex_t lock;
    struct layout *_Atomic layout;
    struct layout made[EDITS + 1]; /* all that it ever had */
    int length, edits;
} labels[LABELS];
static atomic_int painted;

static struct layout *arrange(struct label *l)
{
    struct layout *new = &l->made[l->edits];

    new->lines = 1 + l->length / 8;
    new->width = 6 * l->length;
    return new;
}

static int width(struct label *l)
{
    if (l->layout == NULL) {
        pthread_mutex_lock(&l->lock);
        if (l->layout == NULL)
            l->layout = arrange(l);
        pthread_mutex_unlock(&l->lock);
    }
    return l->layout->width;
}

static void set_length(struct label *l, int length)
{
    pthread_mutex_lock(&l->lock);
    l->length = length;
    l->edits++;
    l->layout = NULL;
    pthread_mutex_unlock(&l->lock);
}

static void *painter(void *unused)
{
    for (int i = 0; i < FRAMES; i++) {
        int sum = 0;

        for (int j = 0; j < LABELS; j++)
            sum += width(&labels[j]);
        assert(sum > 0 && sum % 6 == 0);
        painted++;
    }
    return unused;
}

static void *editor(void *unused)
{
    for (int i = 0; i < EDITS; i++) {
        for (int j = 0; j < LABELS; j++)
            set_length(&labels[j], 5 + 7 * i + j);
    }
    return unused;
}

int main(void)
{
    pthread_t e, p[PAINTERS];

    for (int i = 0; i < LABELS; i++) {
        pthread_mutex_init(&labels[i].lock, NULL);
        labels[i].length = i + 1;
    }
    for (int i = 0; i < PAINTERS; i++)
        pthread_create(&p[i], NULL, painter, NULL);
    pthread_create(&e, NULL, editor, NULL);
    for (int i = 0; i < PAINTERS; i++)
        pthread_join(p[i], NULL);
    pthread_join(e, NULL);
    assert(painted == PAINTERS * FRAMES);
    return 0;
}
