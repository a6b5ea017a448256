/* splice.c - what comes through a pipe is moved to a file, with both locks held
 * from the beginning to the end, always in the same order.  But who finds the
 * pipe empty waits for more, lets go of the pipe meanwhile and not of the file,
 * and takes the pipe again afterwards, when it has the file already.
 *
 * After Linux's splice ("splice: fix deadlock in splicing to file", 2.6.30;
 * inode_double_lock and pipe_wait): since then the file is locked only when
 * there is something to be written.
 *
 * CLASS: deadlock of two locks, by a condition that takes one of them again
 * FAILS: deadlock
 * CAUSE: splice.c:64 `pthread_mutex_lock(&f->lock);` before there is anything
 * CAUSE: splice.c:67 `pthread_cond_wait(&p->filled, &p->lock);` keeps the file
 */
#include <assert.h>
#include <pthread.h>

#define TASKS 2
#define CALLS 3
#define PAGES 2 /* of each call */
#define AHEAD 4 /* pages in the pipe when they begin */

struct pipe {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int head, tail;
    int pages[TASKS * CALLS * PAGES];
};
struct file {
    pthread_mutex_t lock;
    int size, sum;
};
static struct pipe source = { .lock = PTHREAD_MUTEX_INITIALIZER,
                              .filled = PTHREAD_COND_INITIALIZER };
static struct file target = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void pipe_write(struct pipe *p, int page)
{
    pthread_mutex_lock(&p->lock);
    p->pages[p->head++] = page;
    pthread_cond_signal(&p->filled);
    pthread_mutex_unlock(&p->lock);
}

static int file_size(struct file *f)
{
    int size;

    pthread_mutex_lock(&f->lock);
    size = f->size;
    pthread_mutex_unlock(&f->lock);
    return size;
}

static void file_append(struct file *f, int page)
{
    f->sum += page;
    f->size++;
}

static void splice(struct pipe *p, struct file *f, int n)
{
    pthread_mutex_lock(&p->lock);
    pthread_mutex_lock(&f->lock);
    while (n > 0) {
        while (p->tail == p->head)
            pthread_cond_wait(&p->filled, &p->lock);
        file_append(f, p->pages[p->tail++]);
        n--;
    }
    pthread_mutex_unlock(&f->lock);
    pthread_mutex_unlock(&p->lock);
}

static void *writer(void *unused)
{
    for (int page = AHEAD; page < TASKS * CALLS * PAGES; page++)
        pipe_write(&source, page);
    return unused;
}

static void *task(void *unused)
{
    for (int i = 0; i < CALLS; i++) {
        int before = file_size(&target);

        splice(&source, &target, PAGES);
        assert(file_size(&target) >= before + PAGES);
    }
    return unused;
}

int main(void)
{
    const int n = TASKS * CALLS * PAGES;
    pthread_t w, t[TASKS];

    for (int page = 0; page < AHEAD; page++)
        pipe_write(&source, page);
    pthread_create(&w, NULL, writer, NULL);
    for (int i = 0; i < TASKS; i++)
        pthread_create(&t[i], NULL, task, NULL);
    for (int i = 0; i < TASKS; i++)
        pthread_join(t[i], NULL);
    pthread_join(w, NULL);
    assert(target.size == n && target.sum == n * (n - 1) / 2);
    return 0;
}
