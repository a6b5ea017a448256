/* pagelock.c - pages of a file are locked to be read in, and who finds one
 * locked waits in a queue, unless it is killed.  Who unlocks a page wakes the
 * first in the queue only.  If that one has just been killed it goes without
 * the page, and the next one is woken by nobody.
 *
 * After Linux's lock_page_killable (777c6c5f1f6e, "wait: prevent exclusive
 * waiter starvation", 2.6.29: who goes and was woken wakes the next one).
 *
 * CLASS: lost wake-up, woken and killed at the same time, four threads
 * FAILS: lost-wakeup
 * CAUSE: pagelock.c:79 `if (t->killed) {` may have been woken as well
 * CAUSE: pagelock.c:80 `dequeue(t);` and wakes nobody in its place
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define TASKS 3
#define PAGES 2

struct task {
    struct task *next; /* in the queue */
    pthread_cond_t wake;
    struct page *waits;
    bool woken, killed;
    int got, given_up;
};
static struct page {
    bool locked, there;
    int reads;
} pages[PAGES];
/* One lock for the queues of all pages. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct task tasks[TASKS], *queue;

static void enqueue(struct task *t, struct page *p)
{
    struct task **at = &queue;

    while (*at != NULL)
        at = &(*at)->next;
    t->waits = p;
    t->woken = false;
    t->next = NULL;
    *at = t;
}

static void dequeue(struct task *t)
{
    for (struct task **at = &queue; *at != NULL; at = &(*at)->next) {
        if (*at == t) {
            *at = t->next;
            break;
        }
    }
    t->waits = NULL;
}

static void wake_first(struct page *p)
{
    for (struct task *t = queue; t != NULL; t = t->next) {
        if (t->waits == p) {
            dequeue(t);
            t->woken = true;
            pthread_cond_signal(&t->wake);
            break;
        }
    }
}

static bool page_lock(struct page *p, struct task *t)
{
    pthread_mutex_lock(&lock);
    while (p->locked) {
        enqueue(t, p);
        while (!t->woken && !t->killed)
            pthread_cond_wait(&t->wake, &lock);
        if (t->killed) {
            dequeue(t);
            pthread_mutex_unlock(&lock);
            return false;
        }
    }
    p->locked = true;
    pthread_mutex_unlock(&lock);
    return true;
}

static void page_unlock(struct page *p)
{
    pthread_mutex_lock(&lock);
    p->locked = false;
    wake_first(p);
    pthread_mutex_unlock(&lock);
}

static void task_kill(struct task *t)
{
    pthread_mutex_lock(&lock);
    t->killed = true;
    pthread_cond_signal(&t->wake);
    pthread_mutex_unlock(&lock);
}

static void *task(void *argument)
{
    struct task *t = argument;

    for (int i = 0; i < PAGES; i++) {
        struct page *p = &pages[i];

        if (!page_lock(p, t)) {
            t->given_up = PAGES - i;
            break;
        }
        if (!p->there) {
            p->reads++;
            p->there = true;
        }
        t->got++;
        page_unlock(p);
    }
    return NULL;
}

static void *killer(void *argument)
{
    task_kill(argument);
    return NULL;
}

int main(void)
{
    pthread_t k, t[TASKS];

    for (int i = 0; i < TASKS; i++) {
        pthread_cond_init(&tasks[i].wake, NULL);
        pthread_create(&t[i], NULL, task, &tasks[i]);
    }
    pthread_create(&k, NULL, killer, &tasks[1]);
    pthread_join(k, NULL);
    for (int i = 0; i < TASKS; i++) {
        pthread_join(t[i], NULL);
        assert(tasks[i].got + tasks[i].given_up == PAGES);
    }
    for (int i = 0; i < PAGES; i++)
        assert(pages[i].reads == 1 && !pages[i].locked);
    return 0;
}
