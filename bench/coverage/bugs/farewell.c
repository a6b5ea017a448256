/* farewell.c - modules register what is to be called when the program ends, or
 * are told that it is too late.  Who registers has a lock; who ends the program
 * calls one after the other, the last first, and does not take the lock, as if
 * it were the only thread left.
 *
 * After glibc's exit and atexit (bug 14333: __run_exit_handlers did not take
 * the lock that __new_exitfn takes; mended in 2.27).
 *
 * CLASS: shutdown, without the lock of those who still come
 * FAILS: assertion
 * CAUSE: farewell.c:57 `= &exits.handlers[--exits.n];` without the lock
 * CAUSE: farewell.c:61 `exits.done = true;` one may have come meanwhile
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#define MODULES 4
#define LOADERS 2
#define OWN (MODULES - LOADERS) /* that main loads */

struct module {
    int id, pages;
    int finished;
};
struct handler {
    void (*call)(struct module *m);
    struct module *module;
};
static struct {
    pthread_mutex_t lock;
    struct handler handlers[MODULES];
    int n;
    bool done;
} exits = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct module modules[MODULES];

/* Returns whether it will be called. */
static bool at_exit(void (*call)(struct module *m), struct module *m)
{
    bool done;

    pthread_mutex_lock(&exits.lock);
    done = exits.done;
    if (!done) {
        exits.handlers[exits.n].call = call;
        exits.handlers[exits.n].module = m;
        exits.n++;
    }
    pthread_mutex_unlock(&exits.lock);
    return !done;
}

static void run_exit_handlers(void)
{
    while (exits.n > 0) {
        struct handler *h = &exits.handlers[--exits.n];

        h->call(h->module);
    }
    exits.done = true;
}

static void module_finish(struct module *m)
{
    m->pages = 0;
    m->finished++;
}

static void module_load(struct module *m, int id)
{
    m->id = id;
    for (int i = 0; i <= id; i++)
        m->pages++;
    if (!at_exit(module_finish, m))
        module_finish(m);
}

static void *loader(void *argument)
{
    int id = (int)(long)argument;

    module_load(&modules[id], id);
    return NULL;
}

int main(void)
{
    pthread_t loaders[LOADERS];

    for (int i = 0; i < OWN; i++)
        module_load(&modules[i], i);
    for (long i = 0; i < LOADERS; i++)
        pthread_create(&loaders[i], NULL, loader, (void *)(OWN + i));
    run_exit_handlers();
    for (int i = 0; i < LOADERS; i++)
        pthread_join(loaders[i], NULL);
    for (int i = 0; i < MODULES; i++)
        assert(modules[i].finished == 1 && modules[i].pages == 0);
    return 0;
}
